import HTMLTemplates

/// What members ask the admins to look at.
struct ReportFeature: Feature {
    let cards = [AnyHubCard(ReportsCard.self)]
    let pages: [any Page.Type] = [ReportsPage.self, PhotoReportPage.self, RemovalsPage.self, PhotoRemovalPage.self]
    let exports = [
        Export("reports") { ReportDataQueries().reports(of: $0, after: $1, limit: $2) },
        Export("removals") { RemovalQueries().removals(by: $0, after: $1, limit: $2) },
    ]
    let clearings = [
        Clearing("reports") { ReportDataQueries().clear(of: $0) },
        Clearing("removals") { RemovalQueries().clear(of: $0) },
    ]
    let upkeep = [
        // Few at a time: photos have files.
        Upkeep("removals") { _ in RemovalQueries().end(after: Club.daysToBringBack, limit: 20) }
    ]

    func add(to site: Site) {
        ReportRoutes().add(to: site)
        RemovalRoutes().add(to: site)
    }
}
