import HTTPTypes
import Logging
import Synchronization
import TestSupport
import Testing

@testable import App

struct SolutionTests {
    @Test func `no response reveals the solution before the end`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let cleo = try await site.guest("cleo", of: club)
            let ben = try await club.ben.member(in: club.path)
            let hints = ["hint1": "A hint with Zyzzyva quokka", "shows_words": "1"]
            let direct = try await club.ana.send(.secret, to: [ben], in: club.path, hints)
            let forAll = try await club.ana.send(.secret, in: club.path, hints)
            let linked = try await club.ana.send(.secret, in: club.path, ["audience": "link"])
            let link = try await club.ana.riddleLink(linked)
            for riddle in [direct, forAll] { try await club.ben.post(riddle + "/answers", ["text": "Something else"]) }
            for reader in [club.ben, cleo, site.visitor()] {
                let addresses = try await addresses(of: reader, site, club, riddles: [direct, forAll, linked]) + [link]
                for address in addresses {
                    for headers in [HTTPFields(), [.prefer: "return=representation"]] {
                        let answer = try await reader.get(address, headers)
                        #expect(!answer.text.lowercased().contains("zyzzyva"), "\(address)")
                        #expect(!"\(answer.headers)".lowercased().contains("zyzzyva"), "\(address)")
                    }
                }
            }
            // Responses to wrong answers and refused forms do not contain the solution either.
            for riddle in [direct, forAll, linked] {
                for (action, fields) in [
                    ("answers", ["text": ""]), ("answers", ["text": "Not it"]), ("disputes", ["reason": "Why not"]), ("nudge", [:]),
                ] {
                    let answer = try await club.ben.post("\(riddle)/\(action)", fields, [.prefer: "return=representation"])
                    #expect(!answer.text.lowercased().contains("zyzzyva"), "\(riddle) \(action)")
                }
            }
            // The sender, and members who have finished the riddle, see the solution.
            try await #expect(club.ana.get(direct).text.contains("Zyzzyva"))
            try await club.ben.post(forAll + "/surrender", [:])
            try await #expect(club.ben.get(forAll).text.contains("Zyzzyva"))
        }
    }

    @Test func `no log line contains the solution`() async throws {
        let lines = Mutex<[String]>([])
        try await TestDatabase.withMigrated { test in
            var settings = AppSettings(root: TestDatabase.root)
            (settings.passwordCost, settings.limitsRates) = (.low, false)
            settings.data = TestDatabase.root + "/.build/tests"
            let logger = Logger(label: "riddles") { _ in KeptLog { line in lines.withLock { $0.append(line) } } }
            try await TestSite.run(settings, test, logger: logger) { site in
                let club = try await site.clubOfTwo()
                let riddle = try await club.ana.send(.secret, to: [club.ben.member(in: club.path)], in: club.path)
                try await club.ben.post(riddle + "/answers", ["text": "Zyzzyva quokka"])
                try await club.ana.post(riddle + "/verdict", ["member": "ben", "number": "1", "verdict": "right"])
                _ = try await club.ben.get(riddle)
                _ = try await club.ben.get(club.path + "/riddles/%00Zyzz")
            }
        }
        let all = lines.withLock { $0.joined(separator: "\n").lowercased() }
        #expect(all.contains("/riddles/1/answers") && !all.contains("zyzzyva") && !all.contains("quokka"))
    }

    /// Every address of the router's GET routes, filled in with the club's riddles and members.
    private func addresses(of reader: Visitor, _ site: TestSite, _ club: ClubOfTwo, riddles: [String]) async throws -> [String] {
        let patterns = siteRouter(site.server.services).map.patterns(answering: .get)
        return patterns.flatMap { pattern -> [String] in
            let path = pattern.replacing("{club}", with: "pier").replacing("{handle}", with: "ana")
            guard path.contains("{riddle}") else { return [path.replacing(/\{\w+\}/, with: "1")] }
            return riddles.map { riddle in
                path.replacing("{riddle}", with: riddle.split(separator: "/").last ?? "").replacing(/\{\w+\}/, with: "1")
            }
        }.filter { !$0.contains("logout") }
    }
}

/// A log handler that passes all lines to `keep`.
struct KeptLog: LogHandler {
    let keep: @Sendable (String) -> Void
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    init(_ keep: @escaping @Sendable (String) -> Void) { self.keep = keep }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { keep("\(event.message) \(metadata) \(event.metadata ?? [:])") }
}
