import Hummingbird
import Postgres
import Web

struct BadgeRoutes {
    private let queries = BadgeQueries()

    func add(to site: Site) { site.memberGet("/c/:club/members/:handle/badges", show) }

    private func show(_ visit: MemberVisit) async throws -> Response {
        let member = try await visit.member(visit.context.parameters.get("handle") ?? "")
        let (profile, relationship, badges, members, progress) = try await visit.read(
            Members.profile(of: member), Relationship.query(of: visit.me, to: member), queries.badges(of: member),
            queries.members(),
            queries.progress(of: member))
        guard let profile else { throw Problem.notFound }
        let context = ProfileContext(profile: profile, relationship: relationship, visit: visit)
        guard context.shows(BadgeFeature.earned) else { throw Problem.notFound }
        return try visit.page(BadgesPage(badges, progress, members: members, in: context))
    }
}
