import Hummingbird
import Postgres
import Web

struct LapNoteRoutes {
    private let queries = LapNoteQueries()
    private static let shownPhotos = 12

    func add(to site: Site) {
        site.memberGet("/c/:club/rides/:ride/laps/last", showLast)
        site.memberGet("/c/:club/rides/:ride/laps/:lap_action/note", edit)
        site.memberPost("/c/:club/rides/:ride/laps/:lap_action/note", change)
    }

    private func showLast(_ visit: MemberVisit) async throws -> Response {
        let ride: ID<Ride> = try visit.identifier("ride")
        let log = LapLogQueries()
        let (entry, laps, span, months) = try await visit.read(
            RideQueries().ride(ride, to: visit.me), queries.lastLaps(of: visit.me, on: ride, limit: LastLaps.shown),
            log.span(of: visit.me, on: ride), log.months(of: visit.me, on: ride))
        guard let entry else { throw Problem.notFound }
        return try visit.page(
            LastLapsLive(
                layout: visit.layout, sums: RideSums(entry.ride, span, months), lastLaps: LastLaps(laps, on: ride, club: visit.club)))
    }

    private func edit(_ visit: MemberVisit) async throws -> Response {
        let (lap, photos) = try await lap(visit)
        return try visit.page(LapNotePage(lap, LapNoteForm(lap), photos: photos, visit: visit))
    }

    private func change(_ visit: MemberVisit) async throws -> Response {
        try visit.spend(.lapNote)
        let (lap, photos) = try await lap(visit)
        var form = LapNoteForm(visit.form, of: lap)
        if let photo = form.photo, !photos.contains(where: { $0.id == photo }),
            try await visit.read(Photos.ownPhotos([photo], of: visit.me)).isEmpty
        {
            form.photoProblem = LapNoteForm.notOwnPhotoProblem
        }
        guard form.isValid else {
            return try visit.page(LapNotePage(lap, form, photos: photos, visit: visit), status: .unprocessableContent)
        }
        if form.isEmpty {
            try await visit.write(queries.delete(lap.lapAction, by: visit.me))
        } else {
            let written = try await visit.write(queries.save(form, of: lap.lapAction, on: lap.ride.id, by: visit.me))
            guard written == 1 else { throw Problem.notFound }
        }
        return visit.redirect(to: Ride.path(of: lap.ride.id, in: visit.club) + "#last-laps")
    }

    /// Returns the lap and the member's latest photos, including the photo of the note. Throws `Problem.notFound` if the lap does not
    /// belong to the member.
    private func lap(_ visit: MemberVisit) async throws -> (LoggedLap, [Photo]) {
        let (lapAction, ride): (ID<LapAction>, ID<Ride>) = (try visit.identifier("lap_action"), try visit.identifier("ride"))
        let (lap, photos) = try await visit.read(
            queries.lap(lapAction, of: visit.me, on: ride),
            Photos.ownPhotos(of: visit.me, limit: Self.shownPhotos))
        guard let lap else { throw Problem.notFound }
        guard let chosen = lap.photo, !photos.contains(where: { $0.id == chosen.id }) else { return (lap, photos) }
        return (lap, try await visit.read(Photos.ownPhotos([chosen.id], of: visit.me)) + photos)
    }
}

extension RateLimiter.Limit {
    static let lapNote = RateLimiter.Limit(name: "lap note", burst: 60, secondsPerToken: 2)
}
