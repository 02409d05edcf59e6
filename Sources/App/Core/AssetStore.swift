import Crypto
import Foundation
import Hummingbird
import Synchronization

/// The files of `Public`, read at start and served under names that carry a fingerprint, so that browsers may keep them for ever.
///
/// Stylesheets named by `@import url("x.css") layer(y);` become one file; modules import one another under their fingerprinted names.
final class AssetStore: Sendable {
    struct Asset: Sendable {
        var bytes: ByteBuffer
        var contentType: String
        var isImmutable: Bool
    }

    private struct Contents {
        var assets: [String: Asset]
        var addresses: Assets
        var readAt: Date
    }

    private let directory: String
    private let reloads: Bool
    private let contents: Mutex<Contents>

    /// Reads every file below `directory`. Throws when one that pages need is missing.
    init(directory: String, reloads: Bool) throws {
        self.directory = directory
        self.reloads = reloads
        contents = Mutex(try Self.read(directory))
    }

    var addresses: Assets { current.addresses }

    /// The file at a site-relative path, fingerprinted or not.
    subscript(path: String) -> Asset? { current.assets[path] }

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
        let addresses = Assets(
            stylesheet: try bundle.stylesheet("css/main.css"), noscript: try bundle.stylesheet("css/noscript.css"),
            script: try bundle.module("js/main.js"), modules: bundle.modules.dropLast().map { $0 },
            sprite: try bundle.file("icons.svg"), favicon: try bundle.file("favicon.svg"))
        try bundle.plainFiles()
        return Contents(assets: bundle.assets, addresses: addresses, readAt: Date())
    }

    private static func newestChange(in directory: String) -> Date? {
        let files = FileManager.default.enumerator(atPath: directory)?.compactMap { $0 as? String } ?? []
        return files.compactMap { file in
            (try? FileManager.default.attributesOfItem(atPath: directory + "/" + file))?[.modificationDate] as? Date
        }.max()
    }
}

/// Collects files under their fingerprinted names.
private struct AssetBundle {
    let directory: String
    var assets: [String: AssetStore.Asset] = [:]
    var modules: [String] = []
    private var addressOfModule: [String: String] = [:]

    private static let types = [
        "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml", "png": "image/png",
        "ico": "image/x-icon", "txt": "text/plain; charset=utf-8", "webmanifest": "application/manifest+json", "webp": "image/webp",
    ]

    init(directory: String) { self.directory = directory }

    /// One stylesheet with its imports inlined, each in its layer.
    mutating func stylesheet(_ name: String) throws -> String {
        let folder = (name as NSString).deletingLastPathComponent
        let text = try text(of: name).replacing(/@import url\("([^"]+)"\)\s*(?:layer\(([a-z.-]+)\))?;/) { match in
            let imported = try self.text(of: folder + "/" + match.1)
            return match.2.map { "@layer \($0) {\n\(imported)\n}" } ?? imported
        }
        return add(Array(text.utf8), as: name)
    }

    /// A module and, before it, those it imports by `"./name.js"`.
    mutating func module(_ name: String) throws -> String {
        if let known = addressOfModule[name] { return known }
        addressOfModule[name] = name
        let folder = (name as NSString).deletingLastPathComponent
        var source = try text(of: name)
        for match in source.matches(of: /(?:from|import) "\.\/([a-z-]+\.js)"/) {
            let address = try module(folder + "/" + match.1)
            source = source.replacing("\"./\(match.1)\"", with: "\"\(address)\"")
        }
        let address = add(Array(source.utf8), as: name)
        addressOfModule[name] = address
        modules.append(address)
        return address
    }

    mutating func file(_ name: String) throws -> String {
        add(Array(try Data(contentsOf: URL(filePath: directory + "/" + name))), as: name)
    }

    /// What browsers ask for by its own name: robots.txt, favicon.svg, the manifest.
    mutating func plainFiles() throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: directory) where name.contains(".") {
            let bytes = try Data(contentsOf: URL(filePath: directory + "/" + name))
            assets["/" + name] = AssetStore.Asset(bytes: ByteBuffer(bytes: bytes), contentType: type(of: name), isImmutable: false)
        }
    }

    private func text(of name: String) throws -> String { try String(contentsOfFile: directory + "/" + name, encoding: .utf8) }

    private func type(of name: String) -> String { Self.types[(name as NSString).pathExtension] ?? "application/octet-stream" }

    private mutating func add(_ bytes: [UInt8], as name: String) -> String {
        let hash = SHA256.hash(data: bytes).prefix(6).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let file = (name as NSString).lastPathComponent as NSString
        let address = "/assets/\(file.deletingPathExtension)-\(hash).\(file.pathExtension)"
        assets[address] = AssetStore.Asset(bytes: ByteBuffer(bytes: bytes), contentType: type(of: name), isImmutable: true)
        return address
    }
}

/// Serves the public files.
struct AssetRoutes {
    func add(to site: Site) {
        site.get("/assets/:name") { visit in try answer(visit) }
        site.get("/favicon.svg") { visit in try answer(visit) }
        site.get("/robots.txt") { visit in try answer(visit) }
    }

    private func answer(_ visit: Visit) throws -> Response {
        guard let asset = visit.services.assets[visit.request.uri.path] else { throw Problem.notFound }
        let lifetime = asset.isImmutable ? "public, max-age=31536000, immutable" : "public, max-age=3600"
        return Response(
            status: .ok, headers: [.contentType: asset.contentType, .cacheControl: lifetime], body: .init(byteBuffer: asset.bytes))
    }
}
