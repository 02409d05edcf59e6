import HTMLTemplates
import Hummingbird
import Postgres

struct CountingRuleRoutes {
    private let queries = CountingRuleQueries()

    func add(to site: Site) {
        site.memberGet("/c/:club/rides/counting", show)
        site.memberPost("/c/:club/rides/counting", setForMember)
        site.adminPost("/c/:club/rides/counting/club", on: "/rides/counting", setForClub)
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

    private func setForMember(_ visit: MemberVisit) async throws -> Response {
        if visit.form["way"] == "own" {
            let rule = CountingRule(visit.form)
            guard rule.countsAnyKind else { return try await refuse(visit) { $0.isOwn = true } }
            try await visit.write(queries.set(rule, of: visit.me))
        } else {
            try await visit.write(queries.delete(of: visit.me))
        }
        return visit.redirect(to: LapsPage.path(of: visit.session.username, in: visit.club))
    }

    private func setForClub(_ visit: MemberVisit) async throws -> Response {
        let rule = CountingRule(visit.form)
        guard rule.countsAnyKind else { return try await refuse(visit) }
        try await visit.write(queries.set(rule))
        return visit.redirect(to: visit.club.path + "/rides/counting")
    }
}

struct CountingRulePage: Page {
    static let template = "rides/counting"
    var layout: Layout
    var log: String
    var clubName: String
    var clubWords: String
    var action: String
    var isOwn: Bool
    var own: CountingRuleView
    /// The club's rule, for the form in which an admin changes it. Nil if the member is not an admin.
    var club: CountingRuleView?
    var problem: String?

    init(_ clubs: CountingRule, own: CountingRule?, visit: MemberVisit) {
        layout = visit.layout
        log = LapsPage.path(of: visit.session.username, in: visit.club)
        (clubName, clubWords) = (visit.club.name, clubs.sentence)
        action = visit.club.path + "/rides/counting"
        isOwn = own != nil
        self.own = CountingRuleView(own ?? clubs)
        club = visit.isAdmin ? CountingRuleView(clubs) : nil
    }
}

struct CountingRuleView: ViewModel {
    var kinds: [Choice]
    var countsKiddie: Bool
    var movedIsSame: Bool

    init(_ rule: CountingRule) {
        kinds = Ride.Kind.allCases.map { Choice(value: $0.rawValue, label: $0.label, isChosen: !rule.excludedKinds.contains($0)) }
        (countsKiddie, movedIsSame) = (rule.countsKiddie, rule.movedIsSame)
    }
}
