import Hummingbird
import Postgres
import Web

/// Lets members report the waiting time of a ride in the park where they are checked in.
struct WaitRoutes {
    private let queries = WaitQueries()

    func add(to site: Site) { site.memberPost("/c/:club/rides/:ride/waits", report) }

    private func report(_ visit: MemberVisit) async throws -> Response {
        let ride: ID<Ride> = try visit.identifier("ride")
        return try await visit.answer {
            let wait = try WaitForm(visit.form)
            try visit.spend(.wait)
            guard let entry = try await visit.read(RideQueries().ride(ride, to: visit.me)) else { throw Problem.notFound }
            guard try await visit.write(queries.report(wait, for: ride, by: visit.me)) == 1 else {
                throw Refusal(.conflict, "Check in at \(entry.ride.parkName) first: only members at the park can report waiting times.")
            }
            visit.services.announcer.announce(.park(entry.ride.park, in: visit.club.id), .ride(ride, in: visit.club.id))
            return visit.redirect(to: Ride.path(of: ride, in: visit.club) + "#wait")
        } refused: { refusal in
            try await RideRoutes().page(visit, problem: refusal.sentence, status: refusal.status)
        }
    }
}

struct WaitForm: Sendable {
    var queue: WaitReport.Queue
    var state: WaitReport.State
    var minutes: Int?

    /// Reads an HTML form. Throws `Refusal` if the queue is open and the minutes are not a number from 0 to 600.
    init(_ form: Form) throws {
        queue = WaitReport.Queue(rawValue: form["queue"]) ?? .main
        state = WaitReport.State(rawValue: form["state"]) ?? .open
        guard state == .open else { return }
        let words = form["minutes"].isEmpty ? form["exact"] : form["minutes"]
        guard let minutes = Int(words), (0...600).contains(minutes) else {
            throw Refusal(.unprocessableContent, "Write a number from 0 to 600.")
        }
        self.minutes = minutes
    }
}

extension RateLimiter.Limit {
    static let wait = RateLimiter.Limit(name: "wait", burst: 60, secondsPerToken: 10)
}
