import Hummingbird
import Postgres

struct MemberRoutes {
    private let queries = MemberQueries()

    func add(to site: Site) {
        site.memberGet("/c/:club/members/:handle", show)
        site.memberGet("/c/:club/profile", edit)
        site.memberPost("/c/:club/profile", change)
    }

    private func show(_ visit: MemberVisit) async throws -> Response {
        let handle = visit.context.parameters.get("handle") ?? ""
        let member = try await visit.member(handle)
        // Each feature can add sections to the profile.
        let sections = features.filter { visit.club.parts.has($0.part) }.flatMap(\.profileSections)
        let (profile, relationship, renderings) = try await visit.read(
            queries.profile(of: member), Relationship.query(of: visit.me, to: member),
            and: sections.map { $0.query(member, visit) })
        guard let profile else {
            visit.services.members.evict(handle, in: visit.club.id)
            throw Problem.notFound
        }
        let context = ProfileContext(profile: profile, relationship: relationship, visit: visit)
        return try visit.page(ProfilePage(context, sections: renderings.compactMap { try $0(context) }))
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
        // The lobby shows display names.
        visit.services.announcer.announce(.lobby(visit.club.id))
        return visit.redirect(to: "\(visit.club.path)/members/\(visit.session.username)")
    }

    private func page(_ form: ProfileForm, _ visit: MemberVisit, status: HTTPResponse.Status = .ok) throws -> Response {
        try visit.page(ProfileFormPage(form, visit: visit), status: status)
    }
}
