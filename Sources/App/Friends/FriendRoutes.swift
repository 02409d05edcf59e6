import Hummingbird
import Postgres
import Web

struct FriendRoutes {
    private let queries = FriendQueries()
    private static let requestLimit = 100
    private static let suggestionLimit = 8

    func add(to site: Site) {
        site.memberGet("/c/:club/friends", show)
        site.memberGet("/c/:club/members/:handle/friends", showOthers)
        site.memberPost("/c/:club/follows", on: "/friends", follow)
        site.memberPost("/c/:club/follows/:member/removal", on: "/friends", unfollow)
        site.memberPost("/c/:club/follows/:member/dismissal", on: "/friends", ignore)
    }

    private func show(_ visit: MemberVisit) async throws -> Response {
        let (friends, requests, unanswered, suggestions) = try await visit.read(
            queries.friends(of: visit.me, limit: Friends.followLimit), queries.requests(to: visit.me, limit: Self.requestLimit),
            queries.unanswered(of: visit.me, limit: Self.requestLimit),
            queries.suggestions(for: visit.me, hidden: visit.hidden, limit: Self.suggestionLimit))
        return try visit.page(
            FriendsPage(visit: visit, friends: friends, requests: requests, unanswered: unanswered, suggestions: suggestions))
    }

    private func showOthers(_ visit: MemberVisit) async throws -> Response {
        let member = try await visit.member(visit.context.parameters.get("handle") ?? "")
        guard member != visit.me else { return visit.redirect(to: visit.club.path + "/friends") }
        let (profile, relationship, friends) = try await visit.read(
            Members.profile(of: member), Relationship.query(of: visit.me, to: member),
            queries.friends(of: member, limit: Friends.followLimit))
        let shown = try visit.profile(profile, relationship, showing: Relationship.privacy)
        return try visit.page(MemberFriendsPage(shown.person, friends: friends, visit: visit))
    }

    private func follow(_ visit: MemberVisit) async throws -> Response {
        guard let other = ID<Member>(visit.form["member"]), other != visit.me, !visit.hidden.contains(other) else { throw Problem.notFound }
        try visit.spend(.follow)
        let (_, made, _, rows, relationship, _) = try await visit.write(
            ClubDirectoryQueries().lock(visit.me, other), queries.follow(other, by: visit.me),
            queries.deleteDismissal(of: other, by: visit.me), queries.recalculateMutual(visit.me, other),
            Relationship.query(of: visit.me, to: other), FriendBadges.friends.award(to: [visit.me, other]))
        guard relationship.isFollowed else {
            guard try await visit.read(ClubDirectoryQueries().person(other)) != nil else { throw Problem.notFound }
            throw Problem(
                status: .conflict, title: "That did not work",
                detail: "You have asked \(Friends.followLimit) people, which is the limit. Take a request back first.",
                action: Problem.Action(label: "Your friends", href: visit.club.path + "/friends"))
        }
        if made > 0 {
            if rows == 2 { try await visit.write(FriendNoticeQueries().notifyOfFriendship(other, by: visit.me)) }
            announce(visit, other)
        }
        return redirectBack(visit)
    }

    private func unfollow(_ visit: MemberVisit) async throws -> Response {
        let other: ID<Member> = try visit.identifier("member")
        try visit.spend(.follow)
        let (_, ended, _, _, _) = try await visit.write(
            ClubDirectoryQueries().lock(visit.me, other), queries.unfollow(other, by: visit.me), queries.ignore(other, by: visit.me),
            queries.recalculateMutual(visit.me, other), FriendBadges.friends.award(to: [visit.me, other]))
        if ended > 0 { announce(visit, other) }
        return redirectBack(visit)
    }

    private func ignore(_ visit: MemberVisit) async throws -> Response {
        let other: ID<Member> = try visit.identifier("member")
        try visit.spend(.follow)
        try await visit.write(
            ClubDirectoryQueries().lock(visit.me, other), queries.dismiss(other, by: visit.me), queries.ignore(other, by: visit.me),
            queries.recalculateMutual(visit.me, other))
        visit.services.announcer.announce(.inbox(visit.me, in: visit.club.id))
        return redirectBack(visit)
    }

    private func announce(_ visit: MemberVisit, _ other: ID<Member>) {
        visit.services.announcer.announce(.inbox(visit.me, in: visit.club.id), .inbox(other, in: visit.club.id))
    }

    /// Redirects to the path in the form field `next` if it is in the club. Otherwise redirects to the profile of the member whose handle
    /// is in the form field `profile`, or to the visitor's friends if that field is empty.
    private func redirectBack(_ visit: MemberVisit) -> Response {
        if let next = Visit.localPath(visit.form["next"]), next.hasPrefix(visit.club.path + "/") { return visit.redirect(to: next) }
        let handle = visit.form["profile"]
        return visit.redirect(to: visit.club.path + (handle.isEmpty ? "/friends" : "/members/\(handle.percentEncoded)"))
    }
}

extension RateLimiter.Limit {
    static let follow = RateLimiter.Limit(name: "follow", burst: 30, secondsPerToken: 5)
}
