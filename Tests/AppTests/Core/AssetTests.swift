import AsyncHTTPClient
import Foundation
import HTTPTypes
import Hummingbird
import Testing
import TestSupport

@testable import App
@testable import Web

struct AssetTests {
    /// A response whose bytes are not decompressed.
    private struct Answer {
        var status: Int
        var headers: HTTPFields
        var bytes: [UInt8]
    }

    private func get(
        _ site: TestSite, _ path: String, method: HTTPRequest.Method = .get, _ headers: HTTPFields = [:]
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: site.address + path)
        request.method = .init(rawValue: method.rawValue)
        for field in headers { request.headers.add(name: field.name.rawName, value: field.value) }
        let response = try await TestSite.client.execute(request, timeout: .seconds(300))
        var fields = HTTPFields()
        for (name, value) in response.headers { if let name = HTTPField.Name(name) { fields[name] = value } }
        let body = try await response.body.collect(upTo: 1 << 20)
        return Answer(status: Int(response.status.code), headers: fields, bytes: Array(body.readableBytesView))
    }

    private func withStylesheet(_ body: @escaping @Sendable (TestSite, String) async throws -> Void) async throws {
        try await TestSite.open { site in try await body(site, site.server.services.assets.addresses.stylesheet) }
    }

    @Test func `a client that accepts gzip gets gzip`() async throws {
        try await withStylesheet { site, path in
            let plain = try await get(site, path)
            let gzipped = try await get(site, path, [.acceptEncoding: "gzip, deflate, br"])
            #expect(plain.status == 200 && gzipped.status == 200)
            #expect(plain.headers[.contentEncoding] == nil)
            #expect(gzipped.headers[.contentEncoding] == "gzip")
            #expect(gzipped.bytes.starts(with: [0x1F, 0x8B]))
            #expect(gzipped.bytes.count * 3 < plain.bytes.count)
            for answer in [plain, gzipped] {
                #expect(answer.headers[.vary] == "Accept-Encoding")
                #expect(answer.headers[.acceptRanges] == "bytes")
                #expect(answer.headers[.contentLength] == "\(answer.bytes.count)")
                #expect(answer.headers[.cacheControl] == "public, max-age=31536000, immutable")
            }
            #expect(try #require(plain.headers[.eTag]).hasPrefix("\""))
            #expect(plain.headers[.eTag] != gzipped.headers[.eTag])
            let refused = try await get(site, path, [.acceptEncoding: "gzip;q=0, identity"])
            #expect(refused.bytes == plain.bytes)
        }
    }

    @Test func `a file that the browser has cached is not sent again`() async throws {
        try await withStylesheet { site, path in
            let plain = try await get(site, path)
            let tag = try #require(plain.headers[.eTag])
            let known = try await get(site, path, [.ifNoneMatch: "\"other\", \(tag)"])
            #expect(known.status == 304)
            #expect(known.bytes.isEmpty)
            #expect(known.headers[.eTag] == tag)
            #expect(known.headers[.vary] == "Accept-Encoding")
            #expect(known.headers[.cacheControl] == plain.headers[.cacheControl])
            #expect(known.headers[.contentType] == nil)
            // The ETag of the plain bytes does not match the compressed bytes.
            try await #expect(get(site, path, [.ifNoneMatch: tag, .acceptEncoding: "gzip"]).status == 200)
            let date = try #require(plain.headers[.lastModified])
            try await #expect(get(site, path, [.ifModifiedSince: date]).status == 304)
            try await #expect(get(site, path, [.ifMatch: "\"other\""]).status == 412)
        }
    }

    @Test func `a range is a part of the chosen encoding`() async throws {
        try await withStylesheet { site, path in
            for encoding in ["identity", "gzip"] {
                let whole = try await get(site, path, [.acceptEncoding: encoding])
                let part = try await get(site, path, [.acceptEncoding: encoding, .range: "bytes=10-19"])
                #expect(part.status == 206)
                #expect(part.bytes == Array(whole.bytes[10..<20]))
                #expect(part.headers[.contentRange] == "bytes 10-19/\(whole.bytes.count)")
                #expect(part.headers[.contentLength] == "10")
                #expect(part.headers[.eTag] == whole.headers[.eTag])
                let tag = try #require(whole.headers[.eTag])
                let end = try await get(site, path, [.acceptEncoding: encoding, .range: "bytes=-5", .ifRange: tag])
                #expect(end.bytes == Array(whole.bytes.suffix(5)))
                let changed = try await get(site, path, [.acceptEncoding: encoding, .range: "bytes=-5", .ifRange: "\"other\""])
                #expect(changed.status == 200)
                #expect(changed.bytes == whole.bytes)
            }
            let nowhere = try await get(site, path, [.range: "bytes=9999999-"])
            let length = try await get(site, path).bytes.count
            #expect(nowhere.status == 416)
            #expect(nowhere.headers[.contentRange] == "bytes */\(length)")
        }
    }

    @Test func `HEAD has the same headers as GET`() async throws {
        try await withStylesheet { site, path in
            for headers in [[:], [.acceptEncoding: "gzip"]] as [HTTPFields] {
                let get = try await get(site, path, headers)
                let head = try await self.get(site, path, method: .head, headers)
                #expect(head.status == 200)
                #expect(head.bytes.isEmpty)
                for name in [HTTPField.Name.contentLength, .eTag, .contentType, .contentEncoding, .lastModified, .vary] {
                    #expect(head.headers[name] == get.headers[name], "\(name)")
                }
                var ranged = headers
                ranged[.range] = "bytes=0-9"
                try await #expect(self.get(site, path, method: .head, ranged).status == 200)
                var known = headers
                known[.ifNoneMatch] = get.headers[.eTag]
                try await #expect(self.get(site, path, method: .head, known).status == 304)
            }
        }
    }

    @Test func `a file without a fingerprint is cached for one hour`() async throws {
        try await TestSite.open { site in
            let own = try await get(site, "/favicon.svg")
            let fingerprinted = try await get(site, site.server.services.assets.addresses.favicon)
            #expect(own.status == 200)
            #expect(own.bytes == fingerprinted.bytes)
            #expect(own.headers[.eTag] == fingerprinted.headers[.eTag])
            #expect(own.headers[.cacheControl] == "public, max-age=3600")
            try await #expect(get(site, "/assets/none.css").status == 404)
        }
    }

    @Test func `styles, modules and icons of features are found by folder`() throws {
        let assets = try store(of: [
            "css/main.css": "@import url(\"base.css\") layer(base);\n",
            "css/features.css": "@import url(\"features/*.css\") layer(features);\n",
            "css/base.css": "a {}\n", "css/features/zoo.css": "z {}\n", "css/features/ark.css": "k {}\n", "css/noscript.css": "",
            "js/main.js": "import \"./live.js\";\n", "js/live.js": "export const live = 1;\n",
            "js/features/zoo.js": "import { live } from \"../live.js\";\n", "js/features/ark.js": "import \"./zoo.js\";\n",
            "icons/zoo.svg": "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><path d=\"M0 0\"/></svg>\n",
            "favicon.svg": "<svg/>", "favicon-news.svg": "<svg/>",
        ])
        let addresses = assets.addresses
        func text(_ address: String) throws -> String { String(buffer: try #require(assets[address]).plain.bytes) }
        try #expect(text(addresses.stylesheet) == "@layer base {\na {}\n}\n")
        try #expect(text(addresses.features.stylesheet) == "@layer features {\nk {}\nz {}\n}\n")
        let symbol = "<symbol id=\"zoo\" viewBox=\"0 0 9 9\"><path d=\"M0 0\"/></symbol>"
        try #expect(text(addresses.sprite) == "<svg xmlns=\"http://www.w3.org/2000/svg\">\n\(symbol)\n</svg>\n")
        // Each module stands once, after its imports, which may be in an earlier script.
        try #expect(
            text(addresses.script) == """
                const m2 = (() => {
                const live = 1;
                return { live };
                })();
                const m1 = (() => {
                })();
                globalThis.boardwalk = { m1, m2 };

                """)
        try #expect(
            text(addresses.features.script) == """
                const { m1, m2 } = globalThis.boardwalk;
                const m4 = (() => {
                const { live } = m2;
                })();
                const m3 = (() => {
                })();
                globalThis.boardwalk = { m1, m2, m3, m4 };

                """)
    }

    @Test func `files for few pages stay apart from the bundles`() throws {
        let assets = try store(of: [
            "css/main.css": "", "css/features.css": "@import url(\"features/*.css\") layer(features);\n", "css/noscript.css": "",
            "css/features/zoo.css": "z {}\n", "css/apart/ark.css": "k {}\n",
            "js/main.js": "import \"./live.js\";\n", "js/live.js": "export const live = 1;\n", "js/features/zoo.js": "zoo();\n",
            "js/apart/ark.js": "import { live } from \"../live.js\";\nimport { deck } from \"./ark/deck.js\";\n",
            "js/apart/ark/deck.js": "export const deck = 2;\n",
            "favicon.svg": "<svg/>", "favicon-news.svg": "<svg/>",
        ])
        func text(_ address: String) throws -> String { String(buffer: try #require(assets[address]).plain.bytes) }
        let pair = try #require(assets.apart("ark"))
        try #expect(text(pair.stylesheet) == "k {}\n" && !text(assets.addresses.features.stylesheet).contains("k {}"))
        try #expect(
            text(pair.script) == """
                const { m1, m2, m3 } = globalThis.boardwalk;
                const m5 = (() => {
                const deck = 2;
                return { deck };
                })();
                const m4 = (() => {
                const { live } = m2;
                const { deck } = m5;
                })();
                globalThis.boardwalk = { m1, m2, m3, m4, m5 };

                """)
        try #expect(!text(assets.addresses.features.script).contains("deck"))
        #expect(assets.apart("zoo") == nil)
    }

    /// Only a browser would notice a script that the server does not understand.
    @Test(arguments: ["export default 1;\n", "import * as all from \"./live.js\";\n", "export { a };\n", "import \"./main.js\";\n"])
    func `an unsupported module is named in the error`(_ text: String) throws {
        let error = #expect(throws: ScriptBundle.Misunderstanding.self) {
            var script = ScriptBundle { $0 == "js/main.js" ? "import \"./live.js\";\n" : text }
            try script.add("js/main.js")
        }
        #expect(error?.module == (text.contains("main.js") ? "js/main.js" : "js/live.js"))
    }

    /// Removes comments on lines of their own, and types. An import may take several lines. Code that only looks like a comment stays.
    @Test func `a bundle contains the code of its modules without comments`() throws {
        let modules = [
            "js/main.js": """
            // @ts-check
            /** What it
             * does. */
            import {
              a,
              b as c,
            } from "./parts/a.js";
            import "./other.js";
            const d = /** @type {Map<string, number>} */ (new Map()); // kept
              // gone
            important(a, c, d, "/* kept */", "/*");
            """,
            "js/parts/a.js": "export const a = 1;\nexport async function b() {}\nexport class $c {}\n\nexporting = a / 2;",
            "js/other.js": "import { a } from \"./parts/a.js\";\n/** Without an end",
        ]
        var script = ScriptBundle { try #require(modules[$0]) }
        try script.add("js/main.js")
        #expect(
            script.take() == """
                const m2 = (() => {
                const a = 1;
                async function b() {}
                class $c {}

                exporting = a / 2;
                return { a, b, $c };
                })();
                const m3 = (() => {
                const { a } = m2;
                /** Without an end
                })();
                const m1 = (() => {

                const {
                  a,
                  b: c,
                } = m2;
                const d = (new Map()); // kept
                important(a, c, d, "/* kept */", "/*");
                })();
                globalThis.boardwalk = { m1, m2, m3 };

                """)
    }

    @Test func `stylesheets lose comments and indentation`() throws {
        let style = "/* a\n* b */\n  a {\n\n\t color: red; /* c */ top: 0;\r\n}\n/**/\n\nb { content: \"*/\"; }/* no end"
        let plain = style.utf8.withoutComments(from: "/*", trailing: "\n").withoutIndentation
        #expect(String(decoding: plain, as: UTF8.self) == "  a {\ncolor: red;  top: 0;\r\n}\nb { content: \"*/\"; }/* no end")
    }

    private func store(of files: [String: String]) throws -> AssetStore {
        let folder = FileManager.default.temporaryDirectory.appending(path: "assets-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files {
            let file = folder.appending(path: name)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        return try AssetStore(directory: folder.path(), reloads: false)
    }

    @Test func `every icon that is named exists`() throws {
        let sources = try texts(below: "Templates", ending: ".html") + texts(below: "Sources/App", ending: ".swift")
        let name = /\{\{\$name\}\}([a-z-]+)\{|sprite\}\}#([a-z-]+)|icon: "([a-z-]+)"/
        let named = sources.flatMap { $0.matches(of: name).map { $0.1 ?? $0.2 ?? $0.3 ?? "" } }
        #expect(named.count > 100)
        for icon in Set(named) {
            #expect(FileManager.default.fileExists(atPath: TestDatabase.root + "/Public/icons/\(icon).svg"), "\(icon)")
        }
    }

    private func texts(below folder: String, ending: String) throws -> [String] {
        let root = TestDatabase.root + "/" + folder
        return try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.hasSuffix(ending) }
            .map { try String(contentsOfFile: root + "/" + $0, encoding: .utf8) }
    }

    @Test func `files that gzip does not shrink are not compressed`() {
        let noise = Asset((0..<2_000).map { _ in UInt8.random(in: .min ... .max) }, contentType: "image/png", changed: HTTPDate(seconds: 0))
        #expect(noise.gzipped == nil)
        #expect(Asset([], contentType: "text/css", changed: HTTPDate(seconds: 0)).gzipped == nil)
    }
}
