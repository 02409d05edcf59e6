import AsyncHTTPClient
import Foundation
import HTTPTypes
import Hummingbird
import Testing

@testable import App
@testable import Web

struct AssetTests {
    /// Bytes as they come over the wire, not decompressed.
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
        let response = try await TestSite.client.execute(request, timeout: .seconds(20))
        var fields = HTTPFields()
        for (name, value) in response.headers { if let name = HTTPField.Name(name) { fields[name] = value } }
        let body = try await response.body.collect(upTo: 1 << 20)
        return Answer(status: Int(response.status.code), headers: fields, bytes: Array(body.readableBytesView))
    }

    private func withStylesheet(_ body: @escaping @Sendable (TestSite, String) async throws -> Void) async throws {
        try await TestSite.open { site in try await body(site, site.server.services.assets.addresses.stylesheet) }
    }

    @Test func whoeverReadsGzipGetsGzip() async throws {
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

    @Test func whatIsKnownIsNotSentAgain() async throws {
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
            // The tag of the plain bytes is not that of the compressed ones.
            try await #expect(get(site, path, [.ifNoneMatch: tag, .acceptEncoding: "gzip"]).status == 200)
            let date = try #require(plain.headers[.lastModified])
            try await #expect(get(site, path, [.ifModifiedSince: date]).status == 304)
            try await #expect(get(site, path, [.ifMatch: "\"other\""]).status == 412)
        }
    }

    @Test func aPartIsAPartOfWhatWasChosen() async throws {
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

    @Test func headSaysWhatGetWouldSend() async throws {
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

    @Test func filesUnderTheirOwnNamesAreTheSameBytesForAnHour() async throws {
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

    @Test func whatDoesNotShrinkIsLeftAlone() {
        let noise = Asset((0..<2_000).map { _ in UInt8.random(in: .min ... .max) }, contentType: "image/png", changed: HTTPDate(seconds: 0))
        #expect(noise.gzipped == nil)
        #expect(Asset([], contentType: "text/css", changed: HTTPDate(seconds: 0)).gzipped == nil)
    }
}
