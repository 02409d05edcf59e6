import Calendar

struct DemoParks: Sendable {
    let scene: DemoScene

    /// One park on each line: name, place, country, latitude, longitude, time zone, opening date, former names.
    private static let parks = """
        Shoreline Pier|Saltmarsh|Ireland|53.30|-6.10|Europe/Dublin|1897|Saltmarsh Promenade
        Lanternwood|Elderbrück|Germany|50.90|10.70|Europe/Berlin|1964-05-16|
        Gullhaven Gardens|Port Ellis|Canada|44.65|-63.57|America/Halifax|1931|Ellis Trolley Park
        Mirador Alto|Sierra Clara|Spain|37.20|-3.60|Europe/Madrid|1989|
        Kitsunezaka|Minamihama|Japan|34.70|137.70|Asia/Tokyo|1972-07-20|Minamihama Playland
        """

    /// One ride on each line: name, kind, status, opening date, maker, material, height and length in metres, speed in km/h, inversions.
    /// The first twelve rides are in the first park, the next twelve rides in the second park, and so on.
    private static let rides = """
        Old Saltbox|coaster|operating|1911|Brannagh & Sons|Wood|19|720|64|0
        Gale Force|coaster|operating|2016-04-02|Quillon Werke|Steel|38|910|98|3
        The Big Wheel|flat|operating|1902|Brannagh & Sons||44||9|
        Carousel of Tides|flat|operating|1897|Brannagh & Sons|||||
        Smugglers’ Cave|dark|operating|1957|Pennywhistle|||210|6|
        Crow’s Nest|tower|operating|2004|Quillon Werke|Steel|52||70|
        Barrel Chute|water|operating|1978|Rosmer|||430|45|
        Little Dipper|coaster|operating|1949|Brannagh & Sons|Wood|6|150|28|0
        Pier Railway|transport|operating|1899|Saltmarsh Works|||820|12|
        Teacups Ahoy|flat|operating|1962|Pennywhistle|||||
        Tidal Drop|tower|resting|1998|Rosmer|Steel|36||61|
        The Undertow|coaster|closed|1936|Brannagh & Sons|Wood|24|860|72|0
        Irrlicht|coaster|operating|2011-06-11|Quillon Werke|Steel|31|1040|88|5
        Eisvogel|coaster|operating|1993|Rosmer|Steel|27|780|76|2
        Wurzelbahn|powered|operating|1981|Halder|Steel|8|390|36|0
        Nachtwald|dark|operating|2002|Pennywhistle|||340|7|
        Laternenturm|tower|operating|2008|Quillon Werke|Steel|61||85|
        Mühlrad|water|operating|1969|Halder|||510|41|
        Talfahrt|alpine|operating|2014|Halder|Steel||1320|40|
        Kettenflieger|flat|operating|1964|Halder||14|||
        Fuchsbau|coaster|operating|1998|Halder|Steel|9|240|35|0
        Elderexpress|transport|operating|1964|Halder|||1600|18|
        Sturmglocke|flat|operating|2019|Rosmer||22||60|
        Holzkönig|coaster|building|2027|Quillon Werke|Wood|41|1180|104|0
        The Comet of Ellis|coaster|operating|1938|Marrow & Tate|Wood|26|990|82|0
        Northern Twist|coaster|operating|1985|Rosmer|Steel|29|670|80|4
        Fogbank|dark|operating|1974|Pennywhistle|||260|5|
        Gull Swings|flat|operating|1931|Marrow & Tate||11|||
        Log Drivers|water|operating|1971|Rosmer|||620|52|
        Beacon|tower|operating|1999|Quillon Werke|Steel|46||76|
        Trolley No. 7|transport|operating|1931|Ellis Foundry|||1100|15|
        Whirligig|flat|operating|1955|Marrow & Tate|||||
        Puffling|coaster|operating|2001|Halder|Steel|7|190|30|0
        Harbour Wheel|flat|operating|1988|Rosmer||33||8|
        Iceline|coaster|operating|2022-05-21|Quillon Werke|Steel|52|1410|121|2
        The Nor’easter|coaster|closed|1967|Marrow & Tate|Wood|30|1050|88|0
        Cóndor Blanco|coaster|operating|2009-03-28|Quillon Werke|Steel|46|1220|113|6
        La Veleta|coaster|operating|1996|Rosmer|Steel|33|840|92|3
        Río Bravo Menor|water|operating|1991|Rosmer|||560|48|
        Torre del Sol|tower|operating|1989|Quillon Werke|Steel|58||82|
        Cueva de Ecos|dark|operating|1994|Pennywhistle|||300|6|
        Trenecito|transport|operating|1989|Halder|||900|14|
        Peonza|flat|operating|1992|Rosmer|||||
        Lagartija|coaster|operating|2003|Halder|Steel|10|280|38|0
        Noria Grande|flat|operating|1989|Rosmer||40||9|
        Halcón|powered|operating|2005|Halder|Steel|12|450|46|0
        Viento Sur|flat|resting|2012|Rosmer||28||70|
        Alborada|coaster|operating|2018|Quillon Werke|Hybrid|44|1090|110|4
        Shirokaze|coaster|operating|1998|Quillon Werke|Steel|59|1580|128|0
        Kaminari|coaster|operating|2013-07-13|Rosmer|Steel|41|980|106|7
        Momiji Woodie|coaster|operating|1982|Marrow & Tate|Wood|32|1210|90|0
        Obake Yashiki|dark|operating|1972|Pennywhistle|||220|5|
        Kappa Falls|water|operating|1987|Rosmer|||480|50|
        Sky Lantern|tower|operating|2001|Quillon Werke|Steel|64||88|
        Kingfisher Rail|transport|operating|1972|Minami Iron|||1900|20|
        Koma|flat|operating|1979|Rosmer|||||
        Tanuki Dash|coaster|operating|1994|Halder|Steel|8|230|34|0
        Tsukimi Wheel|flat|operating|1990|Rosmer||70||9|
        Hanabi|flat|operating|2015|Rosmer||25||65|
        Old Dragon|coaster|closed|1972|Minami Iron|Steel|21|610|66|1
        """

    func build() async throws {
        var rides = Self.rides.split(separator: "\n").map(fields)[...]
        var ridden: [ID<Ride>] = []
        var parks: [ID<Park>] = []
        for park in Self.parks.split(separator: "\n").map(fields) {
            let form = ParkForm(
                Form([
                    "name": park[0], "place": park[1], "country": park[2], "latitude": park[3], "longitude": park[4],
                    "time_zone": park[5], "opened": park[6], "former_names": park[7],
                ]), timeZone: "UTC")
            let id = try await scene.write(ParkQueries().add(form))
            parks.append(id)
            for ride in rides.prefix(12) {
                if let ride = try await scene.write(RideQueries().add(RideForm(self.form(of: ride)), to: id)) { ridden.append(ride) }
            }
            rides = rides.dropFirst(12)
        }
        for (member, audience) in [(scene.ben, Audience.club), (scene.carmen, .friends)] {
            if let pier = parks.first { try await scene.write(CheckInQueries().checkIn(at: pier, for: audience, by: member)) }
        }
        for (member, places, laps) in [(scene.ana, [0, 1, 2, 4, 12, 13], 3), (scene.ben, [0, 1, 3, 24], 2), (scene.carmen, [0, 5], 1)] {
            for place in places where place < ridden.count {
                let idempotencyKey = RandomText.make(bytes: 12)
                try await scene.write(
                    LapQueries().count(laps, of: ridden[place], on: nil, idempotencyKey: idempotencyKey, by: member),
                    MemberRideTotalQueries().recalculate(idempotencyKey: idempotencyKey, by: member))
            }
        }
        for (member, place, minutes) in [(scene.ben, 1, 35), (scene.carmen, 1, 25), (scene.carmen, 0, 10), (scene.ben, 2, 0)]
        where place < ridden.count {
            try await scene.write(WaitQueries().report(WaitForm(Form(["minutes": "\(minutes)"])), for: ridden[place], by: member))
        }
        if ridden.count > 1 {
            try await scene.write(
                CorrectionQueries().propose(
                    ["restraint": FactChange(before: "", after: "Lap bar")], evidence: "I sat in it this morning.", of: .ride,
                    ridden[1].rawValue, by: scene.ben))
        }
        if let pier = parks.first {
            for member in [scene.ana, scene.ben, scene.carmen] { try await scene.write(HomeParkQueries().choose(pier, by: member)) }
        }
        if let first = ridden.first {
            try await scene.say(
                in: .ride(first), (scene.ben, "The back row, every time."), (scene.ana, "The front row at sunset, over the sea."))
        }
        if let first = ridden.first, let lap = try await scene.read(LapNoteQueries().lastLaps(of: scene.ana, on: first, limit: 1)).first {
            var note = LapNoteForm(lap)
            (note.seat, note.note) = ("Back row", "We had the whole train to ourselves.")
            try await scene.write(LapNoteQueries().save(note, of: lap.lapAction, on: first, by: scene.ana))
        }
        for (member, places) in [(scene.ana, [12, 0, 1, 13, 4]), (scene.ben, [1, 24, 0]), (scene.carmen, [0, 5])] {
            for place in places where place < ridden.count {
                try await scene.write(
                    ClubDirectoryQueries().lock(member), RankQueries().lockTotals(of: ridden[place], by: member),
                    RankQueries().move(ridden[place], .end, by: member))
            }
        }
        for (member, places) in [(scene.ana, [48, 36, 47]), (scene.ben, [48, 12])] {
            for place in places where place < ridden.count { try await scene.write(WishQueries().wish(for: ridden[place], by: member)) }
        }
        try await fillAYear(of: scene.ana, among: [0, 1, 2, 4, 12, 13, 24, 25].filter { $0 < ridden.count }.map { ridden[$0] })
    }

    /// Counts laps of the member on 60 different days before today.
    private func fillAYear(of member: ID<Member>, among rides: [ID<Ride>]) async throws {
        let today = CalendarDate.todayInUTC
        for number in 1...60 {
            let day = today.advanced(by: -number * number / 11 - number)
            let idempotencyKey = RandomText.make(bytes: 12)
            let query = LapQueries().count(
                1 + number * 7 % 5, of: rides[number * 3 % rides.count], on: day, idempotencyKey: idempotencyKey, by: member)
            try await scene.write(query, MemberRideTotalQueries().recalculate(idempotencyKey: idempotencyKey, by: member))
        }
    }

    private func fields(_ line: Substring) -> [String] { line.split(separator: "|", omittingEmptySubsequences: false).map(String.init) }

    private func form(of ride: [String]) -> Form {
        Form([
            "name": ride[0], "kind": ride[1], "status": ride[2], "opened": ride[3], "maker": ride[4], "material": ride[5],
            "height": ride[6],
            "length": ride[7], "speed": ride[8], "inversions": ride[9], "source": "Invented for the demo.",
        ])
    }
}
