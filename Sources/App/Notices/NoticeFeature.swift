import HTMLTemplates

struct NoticeFeature: Feature {
    let pages: [any Page.Type] = [NoticesPage.self, NoticeLive.self, LatestNotices.self, NoticeSettingsPage.self]
    let exports = [Export("notices") { NoticeDataQueries().notices(of: $0, after: $1, limit: $2) }]
    let erasureSteps = [
        ErasureStep(
            "notices",
            .rows(atOnce: 2000) {
                NoticeDataQueries().eraseNotices(of: $0, reading: NoticeKind.all.filter { $0.reading != nil }, limit: $1)
            })
    ]
    let scheduledCleanups = [ScheduledCleanup("notices") { _ in NoticeQueries().deleteOld(limit: 500) }]

    func add(to site: Site) {
        NoticeRoutes().add(to: site)
    }
}
