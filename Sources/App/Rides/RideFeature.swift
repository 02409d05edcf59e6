import HTMLTemplates
import Postgres

extension ClubPart {
    /// Parks and rides, and who has ridden what.
    static let rides = ClubPart(
        name: "rides", label: "Rides", path: "/parks", folders: ["parks", "rides", "laps", "today"], icon: "coaster",
        purpose: "Parks with their rides, and what each member has ridden how often.")
}

/// Parks, rides, and laps.
struct RideFeature: Feature {
    let part: ClubPart? = .rides
    let cards = [AnyHubCard(RidesCard.self)]
    let pages: [any Page.Type] = [
        ParksPage.self, ParkPage.self, ParkFormPage.self, RidePage.self, RideFormPage.self, RideCounterLive.self, LapsPage.self,
        ComparisonPage.self, CountingRulePage.self, LapTablePage.self,
        TodayPage.self, ParkChoicePage.self, VisitorsLive.self, CatalogueImportPage.self, CorrectionsPage.self, HistoryPage.self,
        MapPage.self, LapNotePage.self, LastLapsLive.self, RecapPage.self, PeoplePage.self, RideLive.self,
        RankingPage.self, RankingLive.self, OpinionLive.self, WishesPage.self, WishesLive.self,
    ]
    let profileSections = [AnyProfileSection(ProfileRides.self), AnyProfileSection(ProfileHome.self)]
    /// What a member has ridden.
    static let ridden = PrivacyKind(name: "rides", label: "What you have ridden", isRanked: true)
    let privacy = [ridden]
    private static let rideName: SQL = "SELECT r.name, '/rides/' || r.id FROM rides r WHERE r.club_id = t.club_id AND r.id = t.subject_id"
    private static let parkName: SQL = "SELECT p.name, '/parks/' || p.id FROM parks p WHERE p.club_id = t.club_id AND p.id = t.subject_id"
    static let rideTag = PhotoTagKind(name: "ride", part: .rides, subject: rideName)
    static let parkTag = PhotoTagKind(name: "park", part: .rides, subject: parkName)
    let photoTags = [rideTag, parkTag]
    let rooms = [RoomKind.ride]
    let badges = [RideBadges.rides, RideBadges.visits]
    let leaderboards = [AnyLeaderboard(RiderLeaderboard.self), AnyLeaderboard(RideLeaderboard.self)]
    let exports = [
        Export("rides") { LapDataQueries().rides(of: $0, after: $1, limit: $2) },
        Export("riding") { LapDataQueries().periods(of: $0, after: $1, limit: $2) },
        Export("counting-rule", .record { CountingRuleQueries().own(of: $0) }),
        Export("lap-acts") { LapDataQueries().acts(of: $0, after: $1, limit: $2) },
        Export("home-park") { HomeParkQueries().all(of: $0, after: $1, limit: $2) },
        Export("lap-notes") { LapNoteQueries().all(of: $0, after: $1, limit: $2) },
        Export("ranking") { RankQueries().all(of: $0, after: $1, limit: $2) },
        Export("wishes") { WishQueries().all(of: $0, after: $1, limit: $2) },
        Export("waits") { WaitQueries().all(of: $0, after: $1, limit: $2) },
        Export("corrections") { CorrectionQueries().all(of: $0, after: $1, limit: $2) },
        Export("check-ins") { CheckInQueries().all(of: $0, after: $1, limit: $2) },
    ]
    let keptActs = LapAct.kept
    let checks = RideChecks.all
    let upkeep = [
        Upkeep("check-ins") { _ in CheckInQueries().end(limit: 1000) }, Upkeep("waits") { _ in WaitQueries().end(limit: 1000) },
        Upkeep("riders") { _ in
            RiderQueries().due(limit: 300)
        } each: { (member: ID<Member>, club, services) in
            let riders = RiderQueries()
            try await services.database.write(
                tenant: club.id.rawValue, riders.clearDue(member), riders.hold(member), riders.recount(member))
            return true
        },
    ]
    let clearings = [
        Clearing("lap notes", .rows(atOnce: 1000) { LapNoteQueries().clear(of: $0, limit: $1) }),
        Clearing("lap acts", .rows(atOnce: 2000) { LapDataQueries().clearActs(of: $0, limit: $1) }),
        Clearing("laps", .rows(atOnce: 2000) { LapDataQueries().clearDays(of: $0, limit: $1) }),
        Clearing("check-ins", .rows(atOnce: 1000) { CheckInQueries().clear(of: $0, limit: $1) }),
        Clearing("waits", .rows(atOnce: 1000) { WaitQueries().clear(of: $0, limit: $1) }),
        Clearing("corrections", .rows(atOnce: 500) { CorrectionQueries().clear(of: $0, limit: $1) }),
        Clearing("ranking") { RankQueries().clear(of: $0) },
        Clearing("wishes") { WishQueries().clear(of: $0) },
        Clearing("home park") { HomeParkQueries().clear(of: $0) },
        Clearing("counting rules") { CountingRuleQueries().clear(of: $0) },
        Clearing("rider dues") { RiderQueries().clearDue($0) },
        Clearing("riders") { LapDataQueries().clearTotals(of: $0) },
        Clearing("ridden", .rows(atOnce: 500) { LapDataQueries().clearRides(of: $0, limit: $1) }),
    ]

    func add(to site: Site) {
        ParkRoutes().add(to: site)
        RideRoutes().add(to: site)
        LapRoutes().add(to: site)
        LapTableRoutes().add(to: site)
        CountingRuleRoutes().add(to: site)
        TodayRoutes().add(to: site)
        WaitRoutes().add(to: site)
        CorrectionRoutes().add(to: site)
        MapRoutes().add(to: site)
        LapNoteRoutes().add(to: site)
        RecapRoutes().add(to: site)
        HomeParkRoutes().add(to: site)
        PeopleRoutes().add(to: site)
        RideTalkRoutes().add(to: site)
        RankRoutes().add(to: site)
        WishRoutes().add(to: site)
        CatalogueRoutes().add(to: site)
    }

    func show(in demo: DemoScene) async throws { try await DemoParks(scene: demo).build() }
}
