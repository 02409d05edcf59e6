import HTMLTemplates

struct ReportFeature: Feature {
    let cards = [AnyHubCard(ReportsCard.self)]
    let pages: [any Page.Type] = [
        ReportsPage.self, ChatMessagePage.self, PhotoReportPage.self, RemovalsPage.self, PhotoRemovalPage.self,
    ]
    let exports = [
        Export(
            "reports", of: "reports",
            fields: ["message": "message_id", "photo": "photo_id", "reason": "reason", "verdict": "verdict", "at": "created_at"]),
        Export(
            "removals", of: "removals", owner: "removed_by", fields: ["message": "message_id", "photo": "photo_id", "at": "removed_at"]),
    ]
    let erasureSteps = [
        ErasureStep(deleting: "reports"),
        ErasureStep("removals") { RemovalQueries().eraseRemover($0) },
    ]
    let scheduledCleanups = [
        // The limit is small, because deleting a photo also deletes its files.
        ScheduledCleanup("removals") { _ in RemovalQueries().deleteExpired(afterDays: Club.adminDaysToRestore, limit: 20) }
    ]

    func add(to site: Site) {
        ReportRoutes().add(to: site)
        MessageReportRoutes().add(to: site)
        RemovalRoutes().add(to: site)
    }
}
