import HTMLTemplates

/// What members ask the admins to look at.
struct ReportFeature: Feature {
    let pages: [any Page.Type] = [ReportsPage.self, PhotoReportPage.self]
    let exports = [Export("reports") { ReportDataQueries().reports(of: $0, after: $1, limit: $2) }]
    let clearings = [Clearing("reports") { ReportDataQueries().clear(of: $0) }]

    func add(to site: Site) {
        ReportRoutes().add(to: site)
    }
}
