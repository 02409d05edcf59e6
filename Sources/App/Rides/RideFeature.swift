import HTMLTemplates
import Postgres

extension ClubPart {
    static let rides = ClubPart(
        name: "rides", label: "Rides", path: "/parks", pathComponents: ["parks", "rides", "laps", "today"], icon: "coaster",
        purpose: "Parks with their rides, and what each member has ridden how often.")
}

struct RideFeature: Feature {
    let part: ClubPart? = .rides
    let cards = [AnyHubCard(RidesCard.self)]
    let pages: [any Page.Type] = [
        ParksPage.self, ParkPage.self, ParkFormPage.self, RidePage.self, RideFormPage.self, RideCounterLive.self, LapsPage.self,
        ComparisonPage.self, CountingRulePage.self, LapImportPage.self,
        TodayPage.self, ParkChoicePage.self, VisitorsLive.self, CatalogueImportPage.self, CorrectionsPage.self, HistoryPage.self,
        MapPage.self, LapNotePage.self, LastLapsLive.self, RecapPage.self, MemberSuggestionsPage.self, RideLive.self,
        RankingPage.self, RankingLive.self, RideRankSummaryLive.self, WishesPage.self, WishesLive.self,
    ]
    let profileSections = [AnyProfileSection(ProfileRides.self), AnyProfileSection(ProfileHome.self)]
    static let ridden = PrivacyKind(name: "rides", label: "What you have ridden", isRanked: true)
    let privacy = [ridden]
    private static let rideName: SQL = "SELECT r.name, '/rides/' || r.id FROM rides r WHERE r.club_id = t.club_id AND r.id = t.subject_id"
    private static let parkName: SQL = "SELECT p.name, '/parks/' || p.id FROM parks p WHERE p.club_id = t.club_id AND p.id = t.subject_id"
    static let rideTag = PhotoTagKind(name: "ride", part: .rides, subject: rideName)
    static let parkTag = PhotoTagKind(name: "park", part: .rides, subject: parkName)
    let photoTags = [rideTag, parkTag]
    let rooms = [ChatRoomKind.ride]
    let badges = [RideBadges.rides, RideBadges.visits]
    let leaderboards = [AnyLeaderboard(TopRidersLeaderboard.self), AnyLeaderboard(PopularRidesLeaderboard.self)]
    let exports = [
        Export("rides") { LapDataQueries().rides(of: $0, after: $1, limit: $2) },
        Export("ride-totals") { LapDataQueries().periods(of: $0, after: $1, limit: $2) },
        Export(
            "counting-rule", recordOf: "own_counting_rules",
            fields: [
                "kinds_left_out": "left_out", "counts_rides_for_children": "counts_kiddie", "a_moved_ride_is_the_same": "moved_is_same",
            ]),
        Export(
            "lap-actions", of: "lap_actions",
            fields: ["ride": "ride_id", "day": "day", "laps": "amount", "undone": "is_undone", "at": "made_at"]),
        Export("home-park") { HomeParkQueries().all(of: $0, after: $1, limit: $2) },
        Export("lap-notes") { LapNoteQueries().all(of: $0, after: $1, limit: $2) },
        Export("ranking") { RankQueries().all(of: $0, after: $1, limit: $2) },
        Export("wishes") { WishQueries().all(of: $0, after: $1, limit: $2) },
        Export("waits") { WaitQueries().all(of: $0, after: $1, limit: $2) },
        Export(
            "corrections", of: "corrections",
            fields: [
                "kind": "kind", "number": "subject_id", "changes": "changes", "evidence": "evidence", "state": "state", "at": "made_at",
            ]),
        Export("check-ins") { CheckInQueries().all(of: $0, after: $1, limit: $2) },
    ]
    let offlineActions = LapAction.offlineActions
    let checks = RideChecks.all
    let scheduledCleanups = [
        ScheduledCleanup("check-ins") { _ in CheckInQueries().endExpired(limit: 1000) },
        ScheduledCleanup("waits") { _ in WaitQueries().deleteOld(limit: 1000) },
        ScheduledCleanup("member ride totals") { _ in
            MemberRideTotalQueries().membersToRecalculate(limit: 300)
        } each: { (member: ID<Member>, club, services) in
            let totals = MemberRideTotalQueries()
            try await services.database.write(
                tenant: club.id.rawValue, totals.dequeueRecalculation(of: member), totals.lock(member), totals.recalculate(member))
            return true
        },
    ]
    let erasureSteps = [
        ErasureStep(deleting: "lap_notes", by: "lap_action_id", atOnce: 1000),
        ErasureStep(deleting: "lap_actions", by: "id", atOnce: 2000),
        ErasureStep(deleting: "laps", by: "ride_id, day", atOnce: 2000),
        ErasureStep(deleting: "check_ins", by: "id", atOnce: 1000),
        ErasureStep(deleting: "wait_reports", by: "id", atOnce: 1000),
        ErasureStep("corrections", .rows(atOnce: 500) { CorrectionQueries().eraseAuthor($0, limit: $1) }),
        ErasureStep(deleting: "ride_ranks"),
        ErasureStep(deleting: "ride_wishes"),
        ErasureStep(deleting: "home_parks"),
        ErasureStep(deleting: "own_counting_rules"),
        ErasureStep(deleting: "member_ride_recalculations"),
        ErasureStep(deleting: "member_ride_totals"),
        ErasureStep(deleting: "member_rides", by: "ride_id", atOnce: 500),
    ]

    func add(to site: Site) {
        ParkRoutes().add(to: site)
        RideRoutes().add(to: site)
        LapRoutes().add(to: site)
        LapImportRoutes().add(to: site)
        CountingRuleRoutes().add(to: site)
        TodayRoutes().add(to: site)
        WaitRoutes().add(to: site)
        CorrectionRoutes().add(to: site)
        MapRoutes().add(to: site)
        LapNoteRoutes().add(to: site)
        RecapRoutes().add(to: site)
        HomeParkRoutes().add(to: site)
        MemberSuggestionRoutes().add(to: site)
        RideChatRoutes().add(to: site)
        RankRoutes().add(to: site)
        WishRoutes().add(to: site)
        CatalogueRoutes().add(to: site)
    }

    func createDemoData(in demo: DemoScene) async throws { try await DemoParks(scene: demo).build() }
}
