#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The *.html files below a directory, and when each was changed.
struct TemplateFiles: Sendable {
    struct Stamp: Equatable, Sendable {
        let changed: Date?
        let size: String?
    }

    let directory: String

    /// By name: the path below the directory without ".html".
    func stamps() throws -> [String: Stamp] {
        let manager = FileManager.default
        var stamps: [String: Stamp] = [:]
        for path in try manager.subpathsOfDirectory(atPath: directory) where path.hasSuffix(".html") {
            // An editor may have taken the file away since it was listed.
            guard let attributes = try? manager.attributesOfItem(atPath: directory + "/" + path) else { continue }
            let size = attributes[.size].map { "\($0)" }
            stamps[String(path.dropLast(5))] = Stamp(changed: attributes[.modificationDate] as? Date, size: size)
        }
        return stamps
    }

    func template(_ name: String) throws -> Template {
        let path = directory + "/" + name + ".html"
        guard let source = FileManager.default.contents(atPath: path) else {
            throw TemplateErrors([
                TemplateError(file: name + ".html", line: 1, column: 1, message: "The file cannot be read; check its permissions.")
            ])
        }
        return Template(name: name, source: Array(source))
    }
}
