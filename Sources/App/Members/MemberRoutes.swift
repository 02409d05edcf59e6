import Hummingbird
import Postgres

/// What members tell of themselves, and what is known of them.
struct MemberRoutes {
    private let queries = MemberQueries()
    private static let shownGames = 10
    private static let shownPhotos = 6

    func add(to site: Site) {
        site.memberGet("/c/:club/members/:handle", show)
        site.memberGet("/c/:club/profile", edit)
        site.memberPost("/c/:club/profile", change)
    }

    private func show(_ visit: MemberVisit) async throws -> Response {
        let handle = visit.visit.context.parameters.get("handle") ?? ""
        guard let member = try await visit.services.members.member(handle, in: visit.club.id), !visit.hidden.contains(member) else {
            throw Problem.notFound
        }
        let (profile, tie, friends, scores, games, photos) = try await visit.read(
            queries.profile(of: member), FriendQueries().tie(of: visit.me, to: member),
            FriendQueries().friends(of: member, limit: ProfilePage.shownFriends + 1), ScoreQueries().scores(of: member),
            GameQueries().finished(of: member, limit: Self.shownGames),
            PhotoQueries().photos(of: member, to: visit.me, before: .last, limit: Self.shownPhotos))
        guard let profile else {
            visit.services.members.forget(handle, in: visit.club.id)
            throw Problem.notFound
        }
        var page = ProfilePage(profile, tie: tie, visit: visit)
        page.show(scores, games, if: profile.privacy.games, visit: visit)
        page.show(friends, if: profile.privacy.friends, visit: visit)
        page.show(photos, visit: visit)
        return try visit.visit.page(page)
    }

    private func edit(_ visit: MemberVisit) async throws -> Response {
        guard let profile = try await visit.read(queries.profile(of: visit.me)) else { throw Problem.notFound }
        return try page(ProfileForm(profile), visit)
    }

    private func change(_ visit: MemberVisit) async throws -> Response {
        guard let profile = try await visit.read(queries.profile(of: visit.me)) else { throw Problem.notFound }
        let form = ProfileForm(visit.form, of: profile)
        guard form.isValid else { return try page(form, visit, status: .unprocessableContent) }
        try await visit.write(queries.change(form, of: visit.me))
        visit.services.announcer.announce(.lobby(visit.club.id))
        return visit.visit.redirect(to: "\(visit.club.path)/members/\(visit.session.username)")
    }

    private func page(_ form: ProfileForm, _ visit: MemberVisit, status: HTTPResponse.Status = .ok) throws -> Response {
        try visit.visit.page(ProfileFormPage(form, visit: visit), status: status)
    }
}
