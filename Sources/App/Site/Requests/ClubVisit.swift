import Hummingbird

/// A request within a club by a visitor who may see the club: a member, or anybody if the club is public.
final class ClubVisit: ClubScopedVisit {
    let visit: Visit
    let club: Club
    let membership: Membership?
    var seesMembers: Bool { membership != nil || club.showsMembers }
    /// The counts that the bell shows in the navigation. Nil if the visitor is no member, or the counts are not known.
    let notices: BellCounts?

    /// Throws the same error for an unknown club and for a private club of which the visitor is no member, so that the error does not
    /// reveal which clubs exist. The error is `SignInRequired` if nobody is signed in, else `Problem.notFound`.
    convenience init(_ visit: Visit) async throws {
        let found = try await visit.services.clubs.club(slug: visit.context.parameters.get("club") ?? "")
        let unseen: any Error = visit.session == nil ? SignInRequired() : Problem.notFound
        guard let club = found else { throw unseen }
        var seen = ClubVisit(visit, club)
        if !club.isPublic { seen = try await seen.refreshed() }
        guard club.isPublic || seen.membership != nil else { throw unseen }
        self.init(seen, notices: seen.notices)
        try requireSecondFactor()
        try checkParts()
    }

    /// Throws `Problem` 403 if everybody must have a second factor, and the visitor is a member without a second factor. Pages that
    /// strangers may see are refused as well, because they show more to members.
    private func requireSecondFactor() throws {
        let policy = services.settings.secondFactor
        guard policy == .everybody, membership != nil else { return }
        try visit.signedIn().requireSecondFactor(of: policy)
    }

    /// Throws `Problem` 404 for addresses of a part that the club has switched off.
    private func checkParts() throws {
        guard !club.parts.disabledPathComponents.isEmpty else { return }
        let components = request.uri.path.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 3)
        guard components.count > 2, club.parts.disabledPathComponents.contains(String(Substring(components[2]))) else { return }
        throw Problem(
            status: .notFound, title: "Not in this club", detail: "\(club.name) does not use this part. An admin can switch it on.",
            action: Problem.Action(label: "Back to the club", href: club.path + "/"))
    }

    private init(_ visit: Visit, _ club: Club) {
        self.visit = visit
        self.club = club
        membership = visit.session?.memberships[club.id]
        // The response to a form only needs counts that are in the cache.
        notices = membership.flatMap { visit.services.bellCounter.cachedCounts(for: $0, in: club) }
    }

    private init(_ other: ClubVisit, notices: BellCounts?) {
        (visit, club, membership) = (other.visit, other.club, other.membership)
        self.notices = notices
    }

    /// Returns the visit with a session that was read from the database, unless the cached session is already that of a member. The visitor
    /// may have joined through another instance of the server a moment ago, and must not be refused because of the cache.
    func refreshed() async throws -> ClubVisit {
        guard membership == nil, visit.session != nil else { return self }
        let refreshed = ClubVisit(try await visit.refreshed(), club)
        try refreshed.requireSecondFactor()
        return refreshed
    }

    func withBellCounts() async throws -> ClubVisit {
        guard let membership else { return self }
        return ClubVisit(self, notices: try await visit.services.bellCounter.counts(for: membership, in: club))
    }

    var layout: Layout {
        var layout = visit.layout(club: self)
        layout.add(notices, in: club)
        layout.fullStorage = fullStorage.map(\.sentence)
        return layout
    }
}

extension ClubVisit {
    /// Storage limits that the visitor has reached in this club, or in all clubs together. For an admin, also limits that the club has
    /// reached, except for the bytes of its photos.
    var fullStorage: [StorageLimit] {
        guard let membership else { return [] }
        let all = visit.session?.memberships.values.flatMap(\.full) ?? []
        let ofAccount = all.isEmpty ? [] : StorageLimit.allCases.filter { $0.isOfAccount && all.contains($0) }
        return membership.full.filter { !$0.isOfAccount } + ofAccount + (membership.isAdmin ? club.full : [])
    }
}
