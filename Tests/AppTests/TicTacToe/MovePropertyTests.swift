import GameRules
import HTTPTypes
import Postgres
import Testing

@testable import App
@testable import Web

/// Several clients send random moves at once. The stored game must follow the rules, and everybody must see it.
struct MovePropertyTests {
    /// SplitMix64 (Steele, Lea and Flood, 2014). The same seed gives the same forms.
    private struct Seeded: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var z = state
            z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
            z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
            return z ^ (z >> 31)
        }
    }

    @Test(arguments: TicTacToe.Variant.allCases)
    func `after any requests the stored game matches the shown board`(variant: TicTacToe.Variant) async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let carmen = try await site.person("carmen")
            try await carmen.post(club.invitation, [:])
            let terms = ["member": try await club.ben.member(in: club.path), "starts": "from", "variant": variant.rawValue]
            try await club.ana.post(club.path + "/challenges", terms)
            let lobby = try await club.ben.get(club.path + "/lobby").text
            let acceptance = String(try #require(lobby.firstMatch(of: /action="([^"]+\/acceptance)"/)).1)
            let game = try #require(try await club.ben.post(acceptance, [:]).headers[.location])
            // Each player sends from two clients, as from two tabs, and a spectator sends, too.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, client) in [club.ana, club.ben, carmen, club.ana, club.ben].enumerated() {
                    group.addTask { try await send(seed &+ UInt64(number), from: client, to: game, variant) }
                }
                try await group.waitForAll()
            }
            let stored = try await moves(site)
            let replayed = try TicTacToe(variant, moves: stored)
            #expect(stored.count >= 2, "seed \(seed)")
            for viewer in [club.ana, club.ben, carmen] {
                try await #expect(shown(to: viewer, game, variant) == replayed.marks(variant), "seed \(seed)")
            }
            try await #expect(isOver(site) == (replayed.turn == nil), "seed \(seed)")
            for ply in 0...stored.count {
                let past = try TicTacToe(variant, moves: stored.prefix(ply))
                try await #expect(shown(to: carmen, "\(game)?ply=\(ply)", variant) == past.marks(variant), "seed \(seed), ply \(ply)")
            }
        }
    }

    /// Sends moves with right and wrong plies, and with free, taken and unknown squares.
    private func send(_ seed: UInt64, from client: Visitor, to game: String, _ variant: TicTacToe.Variant) async throws {
        var random = Seeded(state: seed)
        let squares = variant.size * variant.size
        for _ in 0..<40 {
            let page = try await client.get(game).text
            let shown = page.firstMatch(of: /name="ply" value="(\d+)"/).flatMap { Int($0.1) } ?? 0
            let ply = Int.random(in: 0..<4, using: &random) > 0 ? shown : Int.random(in: -1...squares + 1, using: &random)
            let cell =
                Int.random(in: 0..<8, using: &random) > 0
                ? Int.random(in: 0..<squares, using: &random) : Int.random(in: -5...999, using: &random)
            let form = ["cell": Int.random(in: 0..<20, using: &random) > 0 ? "\(cell)" : "somewhere", "ply": "\(ply)"]
            let answer = try await client.post(game + "/moves", form)
            #expect(
                [.seeOther, .conflict, .forbidden, .unprocessableContent].contains(answer.status), "\(form): \(answer.status), seed \(seed)"
            )
        }
    }

    /// The marks on a page's squares: "x", "o", or "-" for an empty one.
    private func shown(to viewer: Visitor, _ path: String, _ variant: TicTacToe.Variant) async throws -> String {
        let page = try await viewer.get(path).text
        let squares = page.matches(of: /class="cell([^"]*)"\s+id="cell-(\d+)"/)
        #expect(squares.map { Int($0.2) } == Array(0..<variant.size * variant.size))
        return squares.map { $0.1.contains(" cross") ? "x" : $0.1.contains(" nought") ? "o" : "-" }.joined()
    }

    private func tenant(_ site: TestSite) async throws -> Int {
        try #require(try await site.server.services.clubs.club(slug: "pier")).id.rawValue
    }

    private func moves(_ site: TestSite) async throws -> [Int] {
        let text = try await site.database.read(
            tenant: try await tenant(site), Query<String>.one("SELECT array_to_string(moves, ',') FROM games"))
        return text.split(separator: ",").compactMap { Int($0) }
    }

    private func isOver(_ site: TestSite) async throws -> Bool {
        try await site.database.read(tenant: try await tenant(site), Query<Bool>.one("SELECT outcome <> 'running' FROM games"))
    }
}

extension TicTacToe {
    fileprivate func marks(_ variant: Variant) -> String {
        (0..<variant.size * variant.size).map { mark(at: $0).map { $0 == .x ? "x" : "o" } ?? "-" }.joined()
    }
}
