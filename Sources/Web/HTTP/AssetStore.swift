import FoundationEssentials
import Hummingbird
import Synchronization

/// The files of the folder `Public`. They are read at start and have names with a fingerprint, so that browsers may keep them for ever.
///
/// Source files are combined, so that a page loads few files:
/// - One style sheet has `css/main.css` and the files that it imports by `@import url("x.css") layer(y);`.
/// - One script has `js/main.js` and the modules that it imports.
/// - A second style sheet and a second script have the files of the features, from the folders `css/features` (by `@import
///   url("features/*.css")`) and `js/features`.
/// - One file has all icons.
///
/// Style sheets and scripts that only few pages need stay separate files, in `css/apart` and `js/apart`. Each separate style sheet has a
/// script with the same name.
public final class AssetStore: Sendable {
    /// Whether the path contains a fingerprint, which means that the file at this path never changes.
    public static func isImmutable(_ path: String) -> Bool { path.hasPrefix("/assets/") }

    /// The paths of files that browsers request by a fixed name. The content of these files may change.
    public static let plain: Set<String> = [
        "/favicon.svg", "/icon-maskable.svg", "/manifest.webmanifest", "/robots.txt", "/sw.js", "/land.svg",
    ]

    private struct Contents {
        var assets: [String: Asset]
        var addresses: Assets
        var apart: [String: Assets.Pair]
        var readAt: Date
    }

    private let directory: String
    private let reloads: Bool
    private let contents: Mutex<Contents>

    /// Reads every file below `directory`. Throws if a file that pages need is missing.
    public init(directory: String, reloads: Bool) throws {
        self.directory = directory
        self.reloads = reloads
        contents = Mutex(try Self.read(directory))
    }

    /// The current addresses of the files.
    public var addresses: Assets { current.addresses }

    /// Returns the addresses of the separate style sheet and script with this name (without extension). Nil if there is no such pair.
    public func apart(_ name: String) -> Assets.Pair? { current.apart[name] }

    /// The file at a path of the site. The path may or may not contain a fingerprint. Nil if there is no such file.
    public subscript(path: String) -> Asset? { current.assets[path] }

    private var current: Contents {
        contents.withLock { contents in
            if reloads, let newest = Self.newestChange(in: directory), newest > contents.readAt, let fresh = try? Self.read(directory) {
                contents = fresh
            }
            return contents
        }
    }

    private static func read(_ directory: String) throws -> Contents {
        var bundle = AssetBundle(directory: directory)
        let (script, featuresScript, apart) = try bundle.scripts("js/main.js", and: "js/features", apart: "js/apart")
        let addresses = Assets(
            stylesheet: try bundle.stylesheet("css/main.css"), noscript: try bundle.stylesheet("css/noscript.css"), script: script,
            features: Assets.Pair(stylesheet: try bundle.stylesheet("css/features.css"), script: featuresScript),
            sprite: try bundle.sprite("icons"), favicon: try bundle.file("favicon.svg"), faviconNews: try bundle.file("favicon-news.svg"))
        var pairs: [String: Assets.Pair] = [:]
        for script in apart {
            pairs[script.key] = Assets.Pair(stylesheet: try bundle.stylesheet("css/apart/\(script.key).css"), script: script.value)
        }
        try bundle.plainFiles()
        return Contents(assets: bundle.assets, addresses: addresses, apart: pairs, readAt: Date())
    }

    private static func newestChange(in directory: String) -> Date? {
        let files = (try? FileManager.default.subpathsOfDirectory(atPath: directory)) ?? []
        return files.compactMap { file in
            (try? FileManager.default.attributesOfItem(atPath: directory + "/" + file))?[.modificationDate] as? Date
        }.max()
    }
}

private struct AssetBundle {
    let directory: String
    var assets: [String: Asset] = [:]
    private var addressOfFile: [String: String] = [:]

    private static let types = [
        "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml; charset=utf-8", "png": "image/png",
        "ico": "image/x-icon", "txt": "text/plain; charset=utf-8", "webmanifest": "application/manifest+json", "webp": "image/webp",
    ]

    init(directory: String) { self.directory = directory }

    /// Adds a style sheet and returns its address. Imports are replaced by the imported style sheet, in its layer. `*.css` imports all
    /// files of a folder, sorted by name.
    mutating func stylesheet(_ name: String) throws -> String {
        let folder = FileName(name).folder
        var changed = try date(of: name)
        let text = try text(of: name).replacing(/@import url\("([^"]+)"\)\s*(?:layer\(([a-z.-]+)\))?;/) { match in
            let part = folder + "/" + match.1
            var imported = ""
            for name in try part.hasSuffix("/*.css") ? names(in: String(part.dropLast(6)), ending: "css") : [part] {
                changed = max(changed, try date(of: name))
                imported += try self.text(of: name)
            }
            return match.2.map { "@layer \($0) {\n\(imported)\n}" } ?? imported
        }
        // Browsers do not need comments and indentation.
        let plain = text.utf8.withoutComments(from: "/*", trailing: "\n").withoutIndentation
        return add(plain, as: name, changed)
    }

    /// Adds all scripts and returns their addresses. The first script has the module `name` and the modules that it imports. The second
    /// script has all other modules in `folder`, sorted by name. Each module in the folder `apart` becomes a separate script, which may use
    /// the first two scripts. The dictionary has the address of each separate script, by the name of its module.
    mutating func scripts(_ name: String, and folder: String, apart: String) throws -> (String, String, [String: String]) {
        var changed = HTTPDate(seconds: 0)
        var script = ScriptBundle { [self] module in
            changed = max(changed, try date(of: module))
            return try text(of: module)
        }
        try script.add(name)
        let first = script.take()
        for module in try names(in: folder, ending: "js") { try script.add(module) }
        let second = script.take()
        var others: [String: String] = [:]
        for module in try names(in: apart, ending: "js") {
            try script.add(module)
            others[FileName(module).stem] = add(Array(script.take().utf8), as: module, changed)
        }
        return (add(Array(first.utf8), as: name, changed), add(Array(second.utf8), as: folder + ".js", changed), others)
    }

    /// Adds one SVG file with all pictures of a folder, and returns its address. Each picture is a symbol whose id is the name of the
    /// picture's file.
    mutating func sprite(_ folder: String) throws -> String {
        var changed = HTTPDate(seconds: 0)
        var symbols = ""
        for name in try names(in: folder, ending: "svg") {
            changed = max(changed, try date(of: name))
            symbols += try text(of: name)
                .replacing("<svg xmlns=\"http://www.w3.org/2000/svg\"", with: "<symbol id=\"\(FileName(name).stem)\"")
                .replacing("</svg>", with: "</symbol>")
        }
        let sprite = "<svg xmlns=\"http://www.w3.org/2000/svg\">\n\(symbols)</svg>\n"
        return add(Array(sprite.utf8), as: folder + ".svg", changed)
    }

    mutating func file(_ name: String) throws -> String {
        let address = add(Array(try Data(contentsOf: URL(filePath: directory + "/" + name))), as: name, try date(of: name))
        addressOfFile[name] = address
        return address
    }

    /// Adds the files that browsers request by a fixed name, such as robots.txt, favicon.svg and the manifest.
    mutating func plainFiles() throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: directory) where name.contains(".") {
            assets["/" + name] = assets[try addressOfFile[name] ?? file(name)]
        }
    }

    /// Returns the names of the files with this extension in a folder of `Public`, sorted. Returns an empty array if there is no such
    /// folder.
    private func names(in folder: String, ending: String) throws -> [String] {
        guard FileManager.default.fileExists(atPath: directory + "/" + folder) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: directory + "/" + folder)
            .filter { $0.hasSuffix("." + ending) }.sorted().map { folder + "/" + $0 }
    }

    private func text(of name: String) throws -> String { try String(contentsOfFile: directory + "/" + name, encoding: .utf8) }

    /// Returns the modification date of a file. A date in the future is replaced by the current date (RFC 9110, section 8.8.2.1).
    private func date(of name: String) throws -> HTTPDate {
        let date = try FileManager.default.attributesOfItem(atPath: directory + "/" + name)[.modificationDate] as? Date
        return HTTPDate(min(date ?? .distantPast, Date()))
    }

    private mutating func add(_ bytes: [UInt8], as name: String, _ changed: HTTPDate) -> String {
        let file = FileName(name)
        let type = Self.types[file.ending] ?? "application/octet-stream"
        let asset = Asset(bytes, contentType: type, changed: changed)
        let address = "/assets/\(file.stem)-\(asset.plain.tag.opaque).\(file.ending)"
        assets[address] = asset
        return address
    }
}

/// The parts of a path below `Public`. For example, `css/site.css` has the folder `css`, the stem `site` and the ending `css`.
private struct FileName {
    let folder: String
    let stem: String
    let ending: String

    init(_ path: String) {
        let name = path.split(separator: "/").last ?? ""
        folder = String(path.dropLast(name.count + 1))
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        (stem, ending) = (String(name[..<dot]), String(name[dot...].dropFirst()))
    }
}
