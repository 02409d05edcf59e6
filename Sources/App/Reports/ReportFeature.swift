import HTMLTemplates

struct ReportFeature: Feature {
    let cards = [AnyHubCard(ReportsCard.self)]
    let pages: [any Page.Type] = [
        ReportsPage.self, ChatMessagePage.self, PhotoReportPage.self, RemovalsPage.self, PhotoRemovalPage.self,
    ]
    let exports = [
        Export("reports") { ReportDataQueries().reports(of: $0, after: $1, limit: $2) },
        Export("removals") { RemovalQueries().removals(by: $0, after: $1, limit: $2) },
    ]
    let erasureSteps = [
        ErasureStep("reports") { ReportDataQueries().clear(of: $0) },
        ErasureStep("removals") { RemovalQueries().clear(of: $0) },
    ]
    let scheduledCleanups = [
        // The limit is small, because deleting a photo also deletes its files.
        ScheduledCleanup("removals") { _ in RemovalQueries().deleteExpired(afterDays: Club.daysToRestore, limit: 20) }
    ]

    func add(to site: Site) {
        ReportRoutes().add(to: site)
        MessageReportRoutes().add(to: site)
        RemovalRoutes().add(to: site)
    }
}
