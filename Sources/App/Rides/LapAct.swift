import Calendar
import FoundationEssentials
import HTTPTypes
import Postgres
import Web

/// One act of counting, as a browser names it: sent again, it counts once.
struct LapAct: Sendable {
    var ride: ID<Ride>
    /// nil: the park's present one.
    var day: CalendarDate?
    var tap: String
    /// How many laps there are to be on its day, whatever was counted; nil: it counts one more.
    var whole: Int?
    /// How long ago it was, in seconds, where it waited for a line.
    var age = 0
    /// Whether it takes back the act of that name.
    var isUndone: Bool

    /// Throws `Problem` where the form names no act, `Refusal` where it names no day.
    init(_ form: Form, of ride: ID<Ride>, isUndone: Bool = false) throws {
        (self.ride, self.isUndone, tap) = (ride, isUndone, form["tap"])
        guard tap.wholeMatch(of: /[A-Za-z0-9_\-]{8,64}/) != nil else { throw Problem.malformed("That act has no name.") }
        age = min(max(form.number("age") ?? 0, 0), 400 * 86_400)
        guard !form["day"].isEmpty else { return }
        guard let day = CalendarDate(form["day"]) else { throw Refusal(.unprocessableContent, "Write the day as 2026-05-26.") }
        self.day = day
    }

    /// Counts it, or takes it back, with the badges that it brings. Throws `Refusal` with why not.
    func perform(_ visit: MemberVisit) async throws -> LapChange {
        try visit.spend(.lap)
        let queries = LapQueries()
        let query =
            isUndone
            ? queries.undo(of: ride, on: day, tap: tap, by: visit.me)
            : whole.map { queries.set($0, of: ride, on: day, tap: tap, by: visit.me) }
                ?? queries.count(1, of: ride, on: day, tap: tap, by: visit.me, age: age)
        let badges = whole == nil ? RideBadges.settle(tap: tap, by: visit.me) : RideBadges.rides.settle([visit.me])
        do {
            var (change, _, earned) = try await visit.services.database.write(
                tenant: visit.club.id.rawValue, retrying: true, query, RiderQueries().settle(tap: tap, by: visit.me), badges)
            change.badges = earned
            guard change.isThere else { throw Problem.notFound }
            if let problem = change.problem { throw Refusal(.unprocessableContent, Self.sentence(problem)) }
            return change
        } catch let error as DatabaseError where error.constraint == "laps_count_form" {
            throw Refusal(.unprocessableContent, "More than 999 laps of a ride in a day are not counted.")
        }
    }

    private static func sentence(_ problem: String) -> String {
        switch problem {
        case "future": "That day is still to come."
        case "unopened": "The ride had not opened by then."
        case "shut": "The ride was not open that day. If it is open again, propose a correction."
        default: "That lap was counted for another ride."
        }
    }

    // MARK: Kept while there is no line

    static let kept = [
        KeptAct("lap") { visit, form in try await perform(form, isUndone: false, visit) },
        KeptAct("lap-undo") { visit, form in try await perform(form, isUndone: true, visit) },
    ]

    private static func perform(_ form: Form, isUndone: Bool, _ visit: MemberVisit) async throws -> [String: String] {
        guard visit.club.parts.has(.rides) else {
            throw Problem.malformed("\(visit.club.name) counts no rides any more.")
        }
        guard let ride = ID<Ride>(form["ride"]) else { throw Problem.notFound }
        let change = try await LapAct(form, of: ride, isUndone: isUndone).perform(visit)
        return [
            "day": change.day.map(\.description) ?? "", "today": "\(change.dayLaps)", "laps": "\(change.laps)",
            "last": change.otherTap ?? "", "at": RideCounter.moment(Date()), "badges": RideCounter.words(change.badges) ?? "",
        ]
    }
}
