#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct TemplateFiles: Sendable {
    struct Stamp: Equatable, Sendable {
        let changed: Date?
        let size: String?
    }

    static let ending = ".html"

    let directory: String
    /// The extensions of template files. If there are several files for a name, the file with the first of these extensions is used.
    var endings = [ending]

    /// Returns the stamp of each template file. A different stamp means that the file has changed. The keys are template names: paths below
    /// the directory without ".html".
    func stamps() throws -> [String: Stamp] {
        let manager = FileManager.default
        var stamps: [String: Stamp] = [:]
        for path in try manager.subpathsOfDirectory(atPath: directory) where path.hasSuffix(Self.ending) {
            // An editor may have removed the file since the folder was listed.
            guard let attributes = try? manager.attributesOfItem(atPath: directory + "/" + path) else { continue }
            let size = attributes[.size].map { "\($0)" }
            stamps[String(path.dropLast(Self.ending.count))] = Stamp(changed: attributes[.modificationDate] as? Date, size: size)
        }
        return stamps
    }

    /// Reads and parses a template. Nil if there is no such file.
    func template(_ name: String) -> Template? {
        let manager = FileManager.default
        let files = endings.map { name + $0 }
        guard let file = files.first(where: { manager.fileExists(atPath: directory + "/" + $0) }) else { return nil }
        guard let source = manager.contents(atPath: directory + "/" + file) else {
            return Template(name: name, file: file, unusable: "The file cannot be read; check its permissions.")
        }
        return Template(name: name, file: file, source: Array(source))
    }
}

extension TemplateFiles {
    /// Returns the template name of a file, and the template files in its folder. Partials and parents must have the extension of this
    /// file, or one of the usual extensions.
    static func beside(_ path: String) -> (files: TemplateFiles, name: String) {
        let slash = path.lastIndex(of: "/")
        let file = slash.map { path[$0...].dropFirst() } ?? path[...]
        let dot = file.dropFirst().lastIndex(of: ".") ?? file.endIndex
        let usual = [ending, ".mustache"].filter { $0 != file[dot...] }
        let directory = slash.map { String(path[...$0]) } ?? "."
        return (TemplateFiles(directory: directory, endings: [String(file[dot...])] + usual), String(file[..<dot]))
    }

    /// Whether the file with this name is inside the directory. Names may come from data, so they may try to leave the directory.
    static func isInside(_ name: String) -> Bool {
        !name.utf8.contains(0) && name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { !["", ".", ".."].contains($0) }
    }
}
