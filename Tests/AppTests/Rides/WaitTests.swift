import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import App
@testable import Postgres

struct WaitTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func report(
        _ member: Int, _ minutes: Int?, ago: Double, _ state: WaitReport.State = .open, queue: WaitReport.Queue = .main
    ) -> WaitReport {
        WaitReport(
            ride: ID(1), member: ID(member), queue: queue, state: state, minutes: minutes, madeAt: now.addingTimeInterval(-ago * 60))
    }

    private func wait(_ reports: [WaitReport], queue: WaitReport.Queue = .main) -> WaitEstimate? {
        WaitEstimate(reports, of: queue, at: now)
    }

    @Test func `the wait is the median of the last hour's reports`() {
        #expect(wait([]) == nil)
        #expect(wait([report(1, 20, ago: 61)]) == nil)
        #expect(wait([report(1, 20, ago: 60)]) == nil)
        #expect(wait([report(1, 20, ago: 59)])?.minutes == 20)
        let three = wait([report(1, 20, ago: 5), report(2, 30, ago: 10), report(3, 60, ago: 15)])
        #expect(three?.minutes == 30 && three?.reports == 3 && three?.latest == now.addingTimeInterval(-300))
        #expect(wait([report(1, 20, ago: 5), report(2, 31, ago: 10)])?.minutes == 26)
        // Only the last report of each member counts.
        let twice = wait([report(1, 20, ago: 5), report(1, 80, ago: 10), report(2, 30, ago: 7)])
        #expect(twice?.minutes == 25 && twice?.reports == 2)
        // A wait of 0 minutes is a known wait.
        #expect(wait([report(1, 0, ago: 1)])?.minutes == 0)
        #expect(wait([report(1, 20, ago: -1)]) == nil)
    }

    @Test func `a report far from the others is ignored`() {
        let three = [report(1, 20, ago: 5), report(2, 25, ago: 10), report(3, 30, ago: 15)]
        #expect(wait(three + [report(4, 71, ago: 1)])?.reports == 3)
        #expect(wait(three + [report(4, 70, ago: 1)])?.reports == 4)
        #expect(wait(three.dropLast() + [report(4, 300, ago: 1)])?.reports == 3)
        // Three reports of one member count as one.
        #expect(wait([report(1, 20, ago: 5), report(1, 20, ago: 12), report(1, 20, ago: 18), report(4, 90, ago: 1)])?.reports == 2)
    }

    @Test func `a closed ride has no wait until it is reported open`() {
        let closed = wait([report(1, nil, ago: 1, .closed), report(2, 30, ago: 10)])
        #expect(closed?.state == .closed && closed?.minutes == nil && closed?.reports == 1)
        let open = wait([report(2, 10, ago: 1), report(1, nil, ago: 5, .closed), report(3, 90, ago: 10)])
        #expect(open?.state == .open && open?.minutes == 10 && open?.reports == 1)
        #expect(wait([report(1, nil, ago: 1, .virtual)])?.state == .virtual)
        // The main queue and the single-rider queue have separate waits.
        let both = [report(1, 60, ago: 1), report(2, 15, ago: 2, queue: .single)]
        #expect(wait(both)?.minutes == 60 && wait(both, queue: .single)?.minutes == 15)
    }

    @Test func `only checked-in members can report a wait`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let refused = try await club.ben.post(ride + "/waits", ["minutes": "20"])
            #expect(refused.status == .conflict && refused.text.contains("Check in at Salt Park first"))
            let unknown = try await club.ben.get(ride).text
            #expect(unknown.contains("Nobody has reported it in the last hour. Members who have checked in can report it."))
            let park = String(try #require(unknown.firstMatch(of: /href="[^"]+\/parks\/(\d+)"/)).1)
            for person in [club.ana, club.ben] { try await person.post(club.path + "/today", ["park": park, "audience": "me"]) }
            try await #expect(club.ben.post(ride + "/waits", ["minutes": "20"]).headers[.location] == ride + "#wait")
            // A second report within five minutes corrects the first.
            try await club.ben.post(ride + "/waits", ["exact": "40", "queue": "main"])
            try await club.ana.post(ride + "/waits", ["minutes": "0"])
            try await club.ana.post(ride + "/waits", ["minutes": "10", "queue": "single"])
            for path in [ride, "\(club.path)/parks/\(park)", club.path + "/today"] {
                let page = try await club.ana.get(path).text
                #expect(
                    page.contains("20 min") && page.contains("2 reports, the last") && page.contains("Single riders: 10 min"), "\(path)")
            }
            try await #expect(club.ben.get("\(club.path)/parks/\(park)/live").text.contains("20 min"))
            try await club.ana.post(ride + "/waits", ["state": "closed"])
            try await #expect(club.ben.get(ride).text.contains("<b>Closed</b>"))
            for bad in [
                ["minutes": "601"], ["minutes": "-1"], ["exact": "soon"], [:], ["exact": "99999999999999999999"], ["state": "open"],
            ] {
                let answer = try await club.ben.post(ride + "/waits", bad)
                #expect(answer.status == .unprocessableContent && answer.text.contains("Write a number from 0 to 600."), "\(bad)")
            }
            try await #expect(club.ben.post(club.path + "/rides/999999/waits", ["minutes": "5"]).status == .notFound)
        }
    }
}
