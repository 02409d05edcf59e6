/// An invented video game, as IGDB would describe it.
public struct StandInGame: Sendable {
    public var id: Int
    public var name: String
    /// Further fields, as the inside of a JSON object.
    public var facts: String
    /// The time that it takes to finish. Nil if it is unknown.
    public var seconds: Int?

    public init(id: Int, name: String, facts: String = "", seconds: Int? = nil) {
        (self.id, self.name, self.facts, self.seconds) = (id, name, facts, seconds)
    }

    var json: String { #"{"id":\#(id),"name":"\#(name)"\#(facts.isEmpty ? "" : ",")\#(facts)}"# }

    public static let some = [
        StandInGame(
            id: 101, name: "Cloudberry Harbour",
            facts: """
                "alternative_names":[{"id":1,"name":"Hafen der Moltebeeren"}],"summary":"Boats, berries, and a lighthouse.",\
                "url":"https://www.igdb.com/games/cloudberry-harbour","genres":[{"id":2,"name":"Simulator"}],\
                "platforms":[{"id":3,"name":"Nintendo Switch"},{"id":4,"name":"Linux"}],"game_modes":[{"id":1,"name":"Single player"},\
                {"id":3,"name":"Co-operative"}],"multiplayer_modes":[{"id":9,"onlinecoopmax":4,"offlinecoopmax":2}],\
                "first_release_date":1489104000,"release_dates":[{"id":5,"date":1489104000,"date_format":0}],\
                "cover":{"id":6,"image_id":"co1abc"},"total_rating_count":321
                """, seconds: 36_000),
        StandInGame(
            id: 102, name: "Cloudberry Harbour II",
            facts: """
                "url":"https://www.igdb.com/games/cloudberry-harbour-ii","game_modes":[{"id":2,"name":"Multiplayer"}],\
                "first_release_date":1640908800,"release_dates":[{"id":7,"date":1640908800,"date_format":2}],"total_rating_count":12
                """),
        StandInGame(id: 103, name: "Wicker Man Tycoon", facts: #""url":"https://elsewhere.example/games/wicker""#),
    ]
}
