import HTMLTemplates
import Hummingbird
import Postgres

/// What counts as a ride of its own: for the club, as its admins say, and for one's own log.
struct CountingRuleRoutes {
    private let queries = CountingRuleQueries()

    func add(to site: Site) {
        site.memberGet("/c/:club/rides/counting", show)
        site.memberPost("/c/:club/rides/counting", setOwn)
        site.memberPost("/c/:club/rides/counting/club", on: "/rides/counting", setClubs)
    }

    private func show(_ visit: MemberVisit) async throws -> Response { try visit.page(try await page(visit)) }

    private func page(_ visit: MemberVisit) async throws -> CountingRulePage {
        let (clubs, own) = try await visit.read(queries.rule(), queries.rule(of: visit.me))
        return CountingRulePage(clubs ?? CountingRule(), own: own, visit: visit)
    }

    private func refuse(_ visit: MemberVisit, _ change: (inout CountingRulePage) -> Void = { _ in }) async throws -> Response {
        var page = try await page(visit)
        page.problem = "Choose at least one kind of ride that counts."
        change(&page)
        return try visit.page(page, status: .unprocessableContent)
    }

    private func setOwn(_ visit: MemberVisit) async throws -> Response {
        if visit.form["way"] == "own" {
            let rule = CountingRule(visit.form)
            guard rule.countsSomething else { return try await refuse(visit) { $0.isOwn = true } }
            try await visit.write(queries.set(rule, of: visit.me))
        } else {
            try await visit.write(queries.clear(of: visit.me))
        }
        return visit.redirect(to: LapsPage.path(of: visit.session.username, in: visit.club))
    }

    private func setClubs(_ visit: MemberVisit) async throws -> Response {
        try visit.adminOnly()
        let rule = CountingRule(visit.form)
        guard rule.countsSomething else { return try await refuse(visit) }
        try await visit.write(queries.set(rule))
        return visit.redirect(to: visit.club.path + "/rides/counting")
    }
}

/// What counts.
struct CountingRulePage: Page {
    static let template = "rides/counting"
    var layout: Layout
    var log: String
    var clubName: String
    var clubWords: String
    var action: String
    var isOwn: Bool
    var own: CountingRuleView
    /// nil: one is no admin.
    var club: CountingRuleView?
    var problem: String?

    init(_ clubs: CountingRule, own: CountingRule?, visit: MemberVisit) {
        layout = visit.layout
        log = LapsPage.path(of: visit.session.username, in: visit.club)
        (clubName, clubWords) = (visit.club.name, clubs.words)
        action = visit.club.path + "/rides/counting"
        isOwn = own != nil
        self.own = CountingRuleView(own ?? clubs)
        club = visit.isAdmin ? CountingRuleView(clubs) : nil
    }
}

/// A rule in a form.
struct CountingRuleView: ViewModel {
    var kinds: [Choice]
    var countsKiddie: Bool
    var movedIsSame: Bool

    init(_ rule: CountingRule) {
        kinds = Ride.Kind.allCases.map { Choice(value: $0.rawValue, label: $0.words, isChosen: !rule.leftOut.contains($0)) }
        (countsKiddie, movedIsSame) = (rule.countsKiddie, rule.movedIsSame)
    }
}
