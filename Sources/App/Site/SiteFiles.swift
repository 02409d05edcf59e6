import HTMLTemplates
import Web

/// The templates and public files of a site, read and checked; servers of one process may share them.
public struct SiteFiles: Sendable {
    let templates: TemplateStore
    let assets: AssetStore

    /// Reads and compiles side by side, as this is most of a start. Throws with every mistake in the templates.
    public init(_ settings: AppSettings) async throws {
        async let assets = AssetStore(directory: settings.root + "/Public", reloads: settings.reloads)
        templates = try TemplateStore(directory: settings.root + "/Templates", reloads: settings.reloads)
        await withTaskGroup { [templates] group in
            for page in sitePages { group.addTask { templates.prepare(page) } }
        }
        try templates.check(sitePages)
        self.assets = try await assets
    }
}
