import HTMLTemplates
import Web

/// The templates and public files of a site, read and checked; servers of one process may share them.
public struct SiteFiles: Sendable {
    let templates: TemplateStore
    let assets: AssetStore

    /// Throws with every mistake in them.
    public init(_ settings: AppSettings) throws {
        assets = try AssetStore(directory: settings.root + "/Public", reloads: settings.reloads)
        templates = try TemplateStore(directory: settings.root + "/Templates", reloads: settings.reloads)
        try templates.check(sitePages)
    }
}
