/// Lets people download a copy of all their data.
struct ExportFeature: Feature {
    func add(to site: Site) {
        ExportRoutes().add(to: site)
    }
}
