/// The drawing of a cover for a video game of the demo. The genre decides what is drawn. The same name always gets the same cover.
struct DemoCover {
    private static let (width, height) = (528, 704)

    private var numbers: RandomNumbers
    private let hue: Int
    private let genre: String

    init(_ name: String, genre: String) {
        (numbers, self.genre) = (RandomNumbers(of: name), genre)
        hue = numbers.next(360)
    }

    var drawing: String {
        var cover = self
        let night = cover.numbers.next(3) == 0
        let (top, bottom) =
            night ? (Self.hsl(hue, 45, 16), Self.hsl(hue + 30, 50, 34)) : (Self.hsl(hue, 62, 78), Self.hsl(hue + 35, 75, 90))
        let shapes: String
        switch genre {
        case "Adventure": shapes = cover.disc(night) + cover.hills(4, night) + cover.path()
        case "Role-playing": shapes = cover.disc(night) + cover.peaks(night) + cover.castle(night)
        case "Puzzle": shapes = cover.tiles()
        case "Strategy": shapes = cover.hexagons()
        case "Arcade": shapes = cover.stars() + cover.creature()
        case "Simulation": shapes = cover.disc(night) + cover.houses(night)
        case "Platformer": shapes = cover.disc(night) + cover.steps(night)
        case "Racing": shapes = cover.disc(night) + cover.road(night)
        case "Party", "Co-op": shapes = cover.balloons()
        default: shapes = cover.disc(night) + cover.waves(night)
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.width)" height="\(Self.height)" viewBox="0 0 \(Self.width) \(Self.height)">
            <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="\(top)"/><stop offset="1" stop-color="\(bottom)"/></linearGradient></defs>
            <rect width="100%" height="100%" fill="url(#sky)"/>\(shapes)
            <rect x="14" y="14" width="500" height="676" rx="10" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="4"/></svg>
            """
    }

    // MARK: Shapes

    private func ink(_ step: Int, _ night: Bool) -> String { Self.hsl(hue + 12 * step, 48, night ? 30 - 6 * step : 58 - 11 * step) }

    private mutating func disc(_ night: Bool) -> String {
        let (x, y, radius) = (120 + numbers.next(290), 150 + numbers.next(120), 55 + numbers.next(60))
        return circle(x, y, radius, night ? "#f6f0dc" : Self.hsl(hue + 180, 85, 70))
    }

    private mutating func hills(_ count: Int, _ night: Bool) -> String {
        (0..<count).map { layer in
            let base = 330 + layer * 95
            let (first, second) = (base - 90 + numbers.next(160), base - 90 + numbers.next(160))
            return """
                <path d="M0 \(base) C130 \(first) 190 \(second) 300 \(base - 20) S470 \(second) 528 \(first) V704 H0Z" fill="\(ink(layer, night))"/>
                """
        }.joined()
    }

    private mutating func path() -> String {
        let bend = 150 + numbers.next(230)
        return
            "<path d=\"M230 704 C\(bend) 640 \(528 - bend) 590 300 520 L312 520 C\(560 - bend) 600 \(bend + 90) 640 330 704Z\" fill=\"#fff3d6\"/>"
    }

    private mutating func peaks(_ night: Bool) -> String {
        (0..<3).map { layer in
            let (x, top, half) = (80 + layer * 170 + numbers.next(60), 250 + numbers.next(130), 190 + numbers.next(60))
            let snow = half / 4
            return """
                <path d="M\(x - half) 704 L\(x) \(top) L\(x + half) 704Z" fill="\(ink(layer, night))"/>\
                <path d="M\(x) \(top) L\(x + snow) \(top + (704 - top) / 4) L\(x) \(top + (704 - top) / 5) L\(x - snow) \(top + (704 - top) / 4)Z" fill="#fff"/>
                """
        }.joined()
    }

    private mutating func castle(_ night: Bool) -> String {
        let (x, wall) = (150 + numbers.next(140), ink(3, night))
        let towers = (0..<3).map { place in
            let (left, top) = (x + place * 70, 470 + (place == 1 ? -60 : numbers.next(40)))
            return "<path d=\"M\(left) 704 V\(top) l22 -54 l22 54 V704Z\" fill=\"\(wall)\"/>"
                + "<rect x=\"\(left + 17)\" y=\"\(top + 30)\" width=\"10\" height=\"22\" rx=\"5\" fill=\"#ffd76a\"/>"
        }
        return "<rect x=\"\(x + 10)\" y=\"560\" width=\"170\" height=\"144\" fill=\"\(wall)\"/>" + towers.joined()
    }

    /// Quarter circles that meet (Truchet tiles).
    private mutating func tiles() -> String {
        let (side, paint) = (88, [Self.hsl(hue + 180, 60, 45), Self.hsl(hue, 55, 38)])
        var shapes = ""
        for row in 0..<8 {
            for column in 0..<6 {
                let (x, y) = (column * side, row * side)
                let ends = numbers.next(2) == 0 ? ((x, y), (x + side, y + side)) : ((x + side, y), (x, y + side))
                for (end, sweep) in [(ends.0, 0), (ends.1, 0)] {
                    let (towardX, towardY) = (end.0 == x ? side / 2 : -side / 2, end.1 == y ? side / 2 : -side / 2)
                    let turn = (towardX > 0) == (towardY > 0) ? 1 - sweep : sweep
                    shapes += """
                        <path d="M\(end.0 + towardX) \(end.1) A44 44 0 0 \(turn) \(end.0) \(end.1 + towardY)" fill="none" \
                        stroke="\(paint[(row + column) % 2])" stroke-width="22"/>
                        """
                }
            }
        }
        return shapes
    }

    private mutating func hexagons() -> String {
        var shapes = ""
        for row in 0..<8 {
            for column in 0..<6 {
                let (x, y) = (column * 104 + (row % 2) * 52, row * 90 + 20)
                let paint = Self.hsl(hue + [0, 25, 150, 200][numbers.next(4)], 45, 40 + numbers.next(35))
                shapes += "<path d=\"M\(x) \(y - 56) l48 28 v56 l-48 28 l-48 -28 v-56Z\" fill=\"\(paint)\"/>"
                if numbers.next(6) == 0 { shapes += "<path d=\"M\(x - 4) \(y + 22) v-50 l34 13 l-26 13 v24Z\" fill=\"#fff\"/>" }
            }
        }
        return shapes
    }

    private mutating func stars() -> String {
        "<rect width=\"100%\" height=\"100%\" fill=\"\(Self.hsl(hue, 50, 13))\"/>"
            + (0..<60).map { _ in circle(numbers.next(528), numbers.next(704), 1 + numbers.next(4), "#fff") }.joined()
    }

    private mutating func creature() -> String {
        var shapes = ""
        let (side, paint) = (44, Self.hsl(hue + 120, 85, 62))
        for row in 0..<8 {
            for column in 0..<5 where numbers.next(5) < (column == 0 || row == 0 ? 2 : 3) || (row == 3 && column > 1) {
                for x in Set([column, 8 - column]) {
                    shapes +=
                        "<rect x=\"\(66 + x * side)\" y=\"\(170 + row * side)\" width=\"\(side)\" height=\"\(side)\" fill=\"\(paint)\"/>"
                }
            }
        }
        return shapes + circle(220, 320, 16, "#fff") + circle(308, 320, 16, "#fff")
    }

    private mutating func houses(_ night: Bool) -> String {
        var (shapes, x) = ("", -20)
        while x < 528 {
            let (width, top) = (70 + numbers.next(60), 330 + numbers.next(200))
            let wall = Self.hsl(hue + numbers.next(80), 50, night ? 24 + numbers.next(14) : 48 + numbers.next(24))
            shapes += "<path d=\"M\(x) 704 V\(top) l\(width / 2) -\(20 + numbers.next(50)) L\(x + width) \(top) V704Z\" fill=\"\(wall)\"/>"
            for y in stride(from: top + 30, to: 660, by: 62) {
                for left in stride(from: x + 14, to: x + width - 26, by: 34) where numbers.next(3) > 0 {
                    shapes +=
                        "<rect x=\"\(left)\" y=\"\(y)\" width=\"18\" height=\"28\" rx=\"3\" fill=\"\(night ? "#ffd76a" : "#fffdf4")\"/>"
                }
            }
            x += width
        }
        return shapes
    }

    private mutating func steps(_ night: Bool) -> String {
        let rising = numbers.next(2) == 0
        let blocks = (0..<6).map { place in
            let top = 620 - (rising ? place : 5 - place) * 52 - numbers.next(24)
            return "<rect x=\"\(place * 88)\" y=\"\(top)\" width=\"88\" height=\"\(704 - top)\" fill=\"\(ink(1 + place % 2, night))\"/>"
                + "<rect x=\"\(place * 88)\" y=\"\(top)\" width=\"88\" height=\"22\" rx=\"8\" fill=\"\(Self.hsl(130, 45, night ? 34 : 52))\"/>"
        }
        let coins = (0..<4).map { circle(70 + $0 * 125, 200 + numbers.next(110), 20, "#ffcf4a") }
        return blocks.joined() + coins.joined()
    }

    private mutating func road(_ night: Bool) -> String {
        let far = 190 + numbers.next(150)
        let lines = (0..<5).map { piece in
            let (top, bottom) = (400 + piece * piece * 14, 400 + piece * piece * 14 + 14 + piece * 13)
            let (x, wide) = (far + (264 - far) * (top - 380) / 324, 3 + piece * 4)
            return "<rect x=\"\(x - wide / 2)\" y=\"\(top)\" width=\"\(wide)\" height=\"\(bottom - top)\" fill=\"#fff\"/>"
        }
        return hills(2, night) + "<path d=\"M\(far - 8) 380 H\(far + 8) L470 704 H58Z\" fill=\"\(Self.hsl(hue, 12, 26))\"/>"
            + lines.joined()
    }

    private mutating func balloons() -> String {
        (0..<14).map { _ in
            let (x, y, radius) = (40 + numbers.next(450), 60 + numbers.next(560), 28 + numbers.next(62))
            let paint = Self.hsl(hue + numbers.next(6) * 60, 75, 58)
            return
                "<path d=\"M\(x) \(y) q\(numbers.next(60) - 30) \(radius * 2) 0 \(radius * 3)\" fill=\"none\" stroke=\"#fff\" stroke-width=\"3\"/>"
                + circle(x, y, radius, paint) + circle(x - radius / 3, y - radius / 3, radius / 5, "#fff")
        }.joined()
    }

    private mutating func waves(_ night: Bool) -> String {
        (0..<6).map { layer in
            let (y, shift) = (360 + layer * 58, numbers.next(88))
            let crests = (0..<8).map { _ in "q44 -46 88 0" }.joined(separator: " ")
            return "<path d=\"M\(-shift) \(y) \(crests) V704 H0Z\" fill=\"\(ink(layer / 2, night))\"/>"
        }.joined()
    }

    private func circle(_ x: Int, _ y: Int, _ radius: Int, _ paint: String) -> String {
        "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"\(radius)\" fill=\"\(paint)\"/>"
    }

    private static func hsl(_ hue: Int, _ saturation: Int, _ lightness: Int) -> String {
        "hsl(\(hue % 360), \(saturation)%, \(min(max(lightness, 6), 96))%)"
    }

    /// The random number generator SplitMix64, seeded with the FNV-1a hash of a name.
    private struct RandomNumbers {
        private var state: UInt64

        init(of name: String) { state = name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } }

        mutating func next(_ bound: Int) -> Int {
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = (state ^ state >> 30) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
            return Int((mixed ^ mixed >> 31) % UInt64(bound))
        }
    }
}
