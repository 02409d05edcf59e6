import HTMLTemplates
import Web

/// The site's templates and public files, which are already read and checked. Several servers in one process can share them.
public struct SiteFiles: Sendable {
    let templates: TemplateStore
    let assets: AssetStore

    /// Reads and compiles the files in parallel, because this takes most of the server's starting time. Throws `TemplateErrors` with all
    /// mistakes in the templates.
    public init(_ settings: AppSettings) async throws {
        async let assets = AssetStore(directory: settings.root + "/Public", reloads: settings.reloads)
        templates = try TemplateStore(directory: settings.root + "/Templates", reloads: settings.reloads)
        await withTaskGroup { [templates] group in
            for page in sitePages { group.addTask { templates.prepare(page) } }
        }
        try templates.check(sitePages)
        self.assets = try await assets
    }

    /// Throws `TemplateErrors` with every mistake in the templates below `root`.
    public static func checkTemplates(root: String) throws {
        try TemplateStore(directory: root + "/Templates").check(sitePages)
    }
}
