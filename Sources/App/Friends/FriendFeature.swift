import HTMLTemplates

/// Follows between members. Two members who follow each other are friends.
struct FriendFeature: Feature {
    let pages: [any Page.Type] = [FriendsPage.self, MemberFriendsPage.self]
    let profileSections = [AnyProfileSection(ProfileFriends.self)]
    let waiting = [WaitingKind.request]
    let notices = [NoticeKind.friend]
    let privacy = [Relationship.privacy]
    let badges = [FriendBadges.friends]
    let exports = [
        Export("follows") { FriendDataQueries().follows(of: $0, after: $1, limit: $2) },
        Export("followers") { FriendDataQueries().followers(of: $0, after: $1, limit: $2) },
        Export("dismissals") { FriendDataQueries().dismissals(of: $0, after: $1, limit: $2) },
    ]
    let erasureSteps = [
        ErasureStep("follows", .rows(atOnce: 2000) { FriendDataQueries().eraseFollows(of: $0, limit: $1) }),
        ErasureStep("dismissals") { FriendDataQueries().eraseDismissals(of: $0) },
    ]
    let blockEffects = [
        BlockEffect { FriendQueries().endFriendship($0, $1) }, BlockEffect { FriendBadges.friends.award(to: [$0, $1]).map(\.count) },
    ]

    func add(to site: Site) {
        FriendRoutes().add(to: site)
    }

    func createDemoData(in demo: DemoScene) async throws {
        let friends = FriendQueries()
        try await demo.write(
            friends.follow(demo.ben, by: demo.ana), friends.follow(demo.ana, by: demo.ben), friends.recalculateMutual(demo.ana, demo.ben),
            friends.follow(demo.ana, by: demo.carmen))
    }
}
