import Calendar
import FoundationEssentials
import HTTPTypes
import Postgres
import Web

/// A browser's request to count laps, or to undo an earlier request. A repeated request with the same idempotency key counts once.
struct LapAction: Sendable {
    var ride: ID<Ride>
    /// The day of the laps. Nil if this is the current day in the park's time zone. For an action that was kept while the browser was
    /// offline, the browser sends the day on which the lap was counted.
    var day: CalendarDate?
    var idempotencyKey: String
    /// The new number of laps on the day, which replaces the number that was counted before. Nil if the action counts one lap or undoes an
    /// action.
    var dayTotal: Int?
    /// The number of seconds since the lap was ridden, if the browser kept the action while it was offline. Otherwise 0.
    /// It decides whether the lap was ridden at night.
    var age = 0
    /// True if the request undoes the action with the same idempotency key.
    var isUndo: Bool

    /// Returns true if the text can be an idempotency key: 8 to 64 ASCII letters, digits, `-` or `_`.
    private static func isKey(_ text: String) -> Bool {
        (8...64).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                case UInt8(ascii: "-"), UInt8(ascii: "_"): true
                default: false
                }
            }
    }

    /// Reads a request. Throws `Problem` if the idempotency key is malformed, and `Refusal` if the day is not a date.
    init(_ form: Form, of ride: ID<Ride>, isUndo: Bool = false) throws {
        (self.ride, self.isUndo, idempotencyKey) = (ride, isUndo, form["idempotency_key"])
        guard Self.isKey(idempotencyKey) else {
            throw Problem.malformed("This form cannot be used any more. Load the page again.")
        }
        age = min(max(form.number("age") ?? 0, 0), 400 * 86_400)
        guard !form["day"].isEmpty else { return }
        guard let day = CalendarDate(form["day"]) else { throw Refusal(.unprocessableContent, "Write the day as 2026-05-26.") }
        self.day = day
    }

    /// Counts or undoes the laps, and awards badges. Throws `Refusal` with the reason if nothing was counted.
    func perform(_ visit: MemberVisit) async throws -> (tally: LapTally, badges: [EarnedBadge]) {
        try visit.spend(.lap)
        let queries = LapQueries()
        let query =
            isUndo
            ? queries.undo(of: ride, on: day, idempotencyKey: idempotencyKey, by: visit.me)
            : dayTotal.map { queries.setDayTotal($0, of: ride, on: day, idempotencyKey: idempotencyKey, by: visit.me) }
                ?? queries.count(1, of: ride, on: day, idempotencyKey: idempotencyKey, by: visit.me, age: age)
        let badgeQuery =
            dayTotal == nil
            ? RideBadges.award(idempotencyKey: idempotencyKey, by: visit.me) : RideBadges.rides.award(to: [visit.me])
        do {
            let (outcome, tally, _, badges) = try await visit.services.database.write(
                tenant: visit.club.id.rawValue, retryingConflicts: true, query,
                queries.tally(of: ride, on: day, idempotencyKey: idempotencyKey, by: visit.me),
                MemberRideTotalQueries().recalculate(idempotencyKey: idempotencyKey, by: visit.me), badgeQuery)
            if let problem = outcome.problem { throw problem.refusal }
            guard outcome.isFound, let tally else { throw Problem.notFound }
            return (tally, badges)
        } catch let error as DatabaseError where error.constraint == "laps_count_form" {
            throw Refusal(.unprocessableContent, "You can count at most 999 laps of a ride in a day.")
        }
    }

    // MARK: Offline actions

    static let offlineActions = [
        OfflineAction("lap") { visit, form in try await perform(form, isUndo: false, visit) },
        OfflineAction("lap-undo") { visit, form in try await perform(form, isUndo: true, visit) },
    ]

    private static func perform(_ form: Form, isUndo: Bool, _ visit: MemberVisit) async throws -> [String: String] {
        guard visit.club.parts.has(.rides) else {
            throw Problem.malformed("\(visit.club.name) has switched off rides.")
        }
        guard let ride = ID<Ride>(form["ride"]) else { throw Problem.notFound }
        let (tally, badges) = try await LapAction(form, of: ride, isUndo: isUndo).perform(visit)
        return [
            "day": tally.day.description, "today": "\(tally.dayLaps)", "laps": "\(tally.laps)", "last": tally.previousKey ?? "",
            "at": RideCounter.millisecondsSince1970(Date()), "badges": RideCounter.message(for: badges) ?? "",
        ]
    }
}
