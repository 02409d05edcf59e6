import Foundation
import HTTPTypes
import Testing

@testable import Web

struct RepresentationTests {
    private static let day = "Sun, 06 Nov 1994 08:49:37 GMT"
    private static let later = "Mon, 07 Nov 1994 08:49:37 GMT"
    private static let earlier = "Sat, 05 Nov 1994 08:49:37 GMT"

    /// Method, headers and the outcome for a resource with the tag "a" that changed on `day`.
    private static let conditions: [(HTTPRequest.Method, [HTTPField.Name: String], ConditionalRequest.Outcome)] = [
        (.get, [:], .proceed),
        (.get, [.ifNoneMatch: "\"a\""], .notModified),
        (.head, [.ifNoneMatch: "\"a\""], .notModified),
        (.post, [.ifNoneMatch: "\"a\""], .preconditionFailed),
        (.get, [.ifNoneMatch: "W/\"a\""], .notModified),
        (.get, [.ifNoneMatch: "\"b\", W/\"c,d\" ,\"a\""], .notModified),
        (.get, [.ifNoneMatch: "\"b\",,\"c, \\\"a\""], .proceed),
        (.get, [.ifNoneMatch: "*"], .notModified),
        (.put, [.ifNoneMatch: "*"], .preconditionFailed),
        (.get, [.ifNoneMatch: "a"], .proceed),
        (.get, [.ifNoneMatch: "\"b\""], .proceed),
        (.get, [.ifModifiedSince: day], .notModified),
        (.get, [.ifModifiedSince: later], .notModified),
        (.get, [.ifModifiedSince: earlier], .proceed),
        (.get, [.ifModifiedSince: "yesterday"], .proceed),
        (.post, [.ifModifiedSince: later], .proceed),
        // If-None-Match overrides If-Modified-Since.
        (.get, [.ifNoneMatch: "\"b\"", .ifModifiedSince: later], .proceed),
        (.get, [.ifNoneMatch: "\"a\"", .ifModifiedSince: earlier], .notModified),
        (.get, [.ifMatch: "\"a\""], .proceed),
        (.get, [.ifMatch: "*"], .proceed),
        (.get, [.ifMatch: "W/\"a\""], .preconditionFailed),
        (.get, [.ifMatch: "\"b\", \"c\""], .preconditionFailed),
        (.get, [.ifMatch: "nonsense"], .preconditionFailed),
        (.get, [.ifUnmodifiedSince: day], .proceed),
        (.get, [.ifUnmodifiedSince: earlier], .preconditionFailed),
        (.get, [.ifUnmodifiedSince: "yesterday"], .proceed),
        // If-Match overrides If-Unmodified-Since and is decided before If-None-Match.
        (.get, [.ifMatch: "\"a\"", .ifUnmodifiedSince: earlier], .proceed),
        (.get, [.ifMatch: "\"b\"", .ifNoneMatch: "\"a\""], .preconditionFailed),
        (.get, [.ifMatch: "\"a\"", .ifNoneMatch: "\"a\""], .notModified),
    ]

    @Test func `conditional requests are decided in the order of RFC 9110`() {
        for (method, headers, outcome) in Self.conditions {
            let request = ConditionalRequest(method: method, headers: HTTPFields(headers.map { HTTPField(name: $0.key, value: $0.value) }))
            #expect(request.outcome(tag: EntityTag(opaque: "a"), changed: HTTPDate(Self.day)) == outcome, "\(method) \(headers)")
        }
    }

    @Test(arguments: [
        (nil, true), ("\"a\"", true), ("W/\"a\"", false), ("\"b\"", false), ("\"a\", \"b\"", false), (day, true), (later, false),
        (earlier, false), ("nonsense", false),
    ])
    func `a range is sent only if the client has the same version`(condition: String?, isAllowed: Bool) {
        var headers = HTTPFields()
        headers[.ifRange] = condition
        let request = ConditionalRequest(method: .get, headers: headers)
        #expect(request.allowsPart(tag: EntityTag(opaque: "a"), changed: HTTPDate(Self.day)) == isAllowed)
    }

    @Test(arguments: [
        (nil, ByteRange.whole), ("bytes=0-499", .part(0..<500)), ("bytes=500-999", .part(500..<1000)), ("bytes=-500", .part(500..<1000)),
        ("bytes=9500-", .unsatisfiable), ("bytes=999-", .part(999..<1000)), ("bytes=1000-", .unsatisfiable), ("bytes=0-", .part(0..<1000)),
        ("bytes=0-0", .part(0..<1)), ("bytes=-1", .part(999..<1000)), ("bytes=-0", .unsatisfiable), ("bytes=-5000", .part(0..<1000)),
        ("bytes=900-5000", .part(900..<1000)), ("BYTES=0-1", .part(0..<2)), ("bytes= 0-1 ", .part(0..<2)),
        ("bytes=99999999999999999999-", .unsatisfiable), ("bytes=0-99999999999999999999", .part(0..<1000)),
        ("bytes=-99999999999999999999", .part(0..<1000)), ("bytes=0-9223372036854775807", .part(0..<1000)),
        ("bytes=5-4", .whole), ("bytes=a-b", .whole), ("bytes=-", .whole), ("bytes=", .whole), ("bytes", .whole), ("bytes=1-2-3", .whole),
        ("bytes=+1-2", .whole), ("bytes=--1", .whole), ("items=0-1", .whole), ("bytes=0-1,4-5", .whole), ("bytes=0-1,a", .whole),
        ("bytes=1000-,-0", .unsatisfiable), ("bytes=0-1,1000-", .whole), ("bytes=,0-1,", .part(0..<2)), ("bytes=٣-٤", .whole),
    ])
    func `a Range header is read as RFC 9110 says`(header: String?, range: ByteRange) {
        #expect(ByteRange(header, length: 1000) == range)
    }

    @Test func `an empty body has no ranges`() {
        #expect(ByteRange("bytes=0-", length: 0) == .unsatisfiable)
        #expect(ByteRange("bytes=-5", length: 0) == .whole)
        #expect(ByteRange(nil, length: 0) == .whole)
    }

    @Test(arguments: [
        (nil, false), ("", false), ("gzip", true), ("x-gzip", true), ("GZIP", true), ("deflate, gzip;q=1.0, *;q=0.5", true),
        ("gzip;q=0", false), ("gzip; q=0.000", false), ("*", true), ("*;q=0", false), ("gzip;q=0, *", false), ("br", false),
        ("identity", false), ("identity;q=0.5, gzip;q=0.8", true), ("identity;q=1, gzip;q=0.2", false), ("br;q=1, gzip ; q = 0.5", true),
        ("gzip;q=nonsense", false), ("notgzip, gzippy", false), ("identity;q=0", false), ("identity;q=0, *;q=0.1", true),
    ])
    func `gzip is sent if the client prefers it`(header: String?, isGzip: Bool) {
        #expect(AcceptedEncodings(header).prefersGzip == isGzip)
    }

    @Test(arguments: [day, "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"])
    func `an HTTP date is read in its three forms`(text: String) {
        #expect(HTTPDate(text)?.seconds == 784_111_777)
    }

    @Test(arguments: [
        "", "now", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Noe 1994 08:49:37 GMT",
        "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT", "784111777",
    ])
    func `an invalid HTTP date is not read`(text: String) { #expect(HTTPDate(text) == nil) }

    @Test func `HTTP dates agree with those of Foundation`() {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "UTC")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        for _ in 0..<500 {
            let date = HTTPDate(seconds: Int.random(in: 0..<8_000_000_000))
            #expect(date.description == formatter.string(from: Date(timeIntervalSince1970: Double(date.seconds))))
            #expect(HTTPDate(date.description) == date)
        }
        #expect(HTTPDate("Tue, 29 Feb 2028 12:00:00 GMT")?.description == "Tue, 29 Feb 2028 12:00:00 GMT")
    }
}
