import HTMLTemplates

struct MemberFeature: Feature {
    let part: ClubPart? = ClubPart(
        name: "members", label: "Members", path: "/members", pathComponents: ["members"], icon: "members", isForVisitors: true)
    let pages: [any Page.Type] = [BlockPage.self, ProfilePage.self, ProfileFormPage.self, BlocksPage.self]
    static let about = PrivacyKind(name: "about", label: "About yourself")
    static let seen = PrivacyKind(name: "seen", label: "When you were last here (everyone can see that you are here now)")
    let privacy = [about, seen]
    let exports = [
        Export("profile", .record { MemberDataQueries().profile(of: $0) }),
        Export("blocks") { MemberDataQueries().blocks(of: $0, after: $1, limit: $2) },
    ]
    let erasureSteps = [
        ErasureStep("blocks") { MemberDataQueries().eraseBlocks(of: $0) },
        ErasureStep(deleting: "blocked_accounts"),
    ]

    func add(to site: Site) {
        MemberRoutes().add(to: site)
        BlockRoutes().add(to: site)
    }
}
