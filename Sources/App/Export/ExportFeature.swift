/// A copy of everything of one's own.
struct ExportFeature: Feature {
    func add(to site: Site) {
        ExportRoutes().add(to: site)
    }
}
