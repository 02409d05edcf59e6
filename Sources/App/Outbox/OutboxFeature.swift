import HTMLTemplates

/// Offline use: actions that a browser stores and sends later, and pages that open without a connection.
struct OutboxFeature: Feature {
    let pages: [any Page.Type] = [OfflinePage.self]

    func add(to site: Site) { OutboxRoutes().add(to: site) }
}
