import Testing

@testable import Multipart

@Suite struct RefusalTests {
    private static let disposition = "Content-Disposition: form-data; name=\"a\"\r\n"
    private static let limits = MultipartParser.Limits(parts: 2, headerBytes: 100, headerFields: 3, nameBytes: 5, bytesOutsideParts: 10)

    /// The error of `form` with the boundary "b", which is the same in one chunk and byte by byte. Nil if it is accepted.
    private func refusal(_ form: String, limits: MultipartParser.Limits = .init()) throws -> MultipartError? {
        let form = Array(form.utf8)
        let whole = Reading(form, boundary: try MultipartBoundary("b"), limits: limits)
        #expect(Reading(form, boundary: try MultipartBoundary("b"), limits: limits, cuts: Array(0..<form.count)) == whole)
        return whole.refusal
    }

    @Test(
        arguments: [
            ("", .incomplete), ("\r\n", .incomplete), ("--", .incomplete), ("--b", .incomplete), ("--b-", .incomplete),
            ("--b\r\n", .incomplete),
            ("no boundary", .incomplete), ("x--b--", .incomplete), ("\n--b--", .incomplete), ("--b\r", .incomplete),
            ("--b \t", .incomplete),
            ("--b\r\n" + disposition, .incomplete), ("--b\r\n" + disposition + "\r\nbody", .incomplete),
            ("--b\r\n" + disposition + "\r\nbody\r\n--", .incomplete), ("--b\r\n" + disposition + "\r\nbody\r\n--b", .incomplete),
            ("--b\r\n" + disposition + "\r\nbody--b--", .incomplete), ("--b\r\n" + disposition + "\r\nbody\n--b--", .incomplete),
            ("--bx\r\n", .malformedDelimiter), ("--b-x", .malformedDelimiter), ("--b --", .malformedDelimiter),
            ("--b \tx", .malformedDelimiter),
            ("--b-\r\n", .malformedDelimiter), ("--b\0", .malformedDelimiter),
            ("--b\r\n" + disposition + "\r\nbody\r\n--bc\r\n--b--", .malformedDelimiter),
            ("--b\n", .bareLineFeed), ("--b \n", .bareLineFeed), ("--b\r\nA: b\n\r\n", .bareLineFeed), ("--b\r\n\n", .bareLineFeed),
            ("--b\r\n" + disposition + "\n--b--", .bareLineFeed), ("--b\r\n" + disposition + "\r\n\r\n--b\n", .bareLineFeed),
            ("--b\rx", .bareCarriageReturn), ("--b\r\r\n", .bareCarriageReturn), ("--b \r--", .bareCarriageReturn),
            ("--b\r\nA: b\r\r\n", .bareCarriageReturn), ("--b\r\nA: b\rB: c\r\n", .bareCarriageReturn),
            ("--b\r\n\r\r\n", .bareCarriageReturn),
        ] as [(String, MultipartError)])
    func `a malformed form is refused`(form: String, error: MultipartError) throws {
        #expect(try refusal(form) == error)
    }

    @Test(
        arguments: [
            ("", .noDisposition), ("Content-Type: text/plain\r\n", .noDisposition),
            ("Content-Dispositions: form-data; name=a\r\n", .noDisposition),
            ("--b\r\n", .delimiterInHeaders), (disposition + "--b--\r\n", .delimiterInHeaders),
            (disposition + "--bx: y\r\n", .delimiterInHeaders),
            (disposition + " x\r\n", .foldedHeader), (disposition + "\tx: y\r\n", .foldedHeader), (" \r\n", .foldedHeader),
            ("Content-Disposition\r\n", .headerWithoutColon), ("x\r\n", .headerWithoutColon), (disposition + "\"\r\n", .headerWithoutColon),
            (": x\r\n", .malformedHeaderName), ("A : x\r\n", .malformedHeaderName), ("Ä: x\r\n", .malformedHeaderName),
            ("(: x\r\n", .malformedHeaderName),
            ("A: \0\r\n", .controlCharacter), ("A\u{1}: x\r\n", .controlCharacter), ("A: \u{7F}\r\n", .controlCharacter),
            ("Content-Disposition: form-data; name=\"a\0\"\r\n", .controlCharacter), ("Content-Type: a\u{1B}\r\n", .controlCharacter),
            ("Content-Disposition: form-data; name=\"a\tb\"\r\n", .controlCharacter),
            ("Content-Disposition: form-data; name=a; filename=\"\u{1F}\"\r\n", .controlCharacter),
            (disposition + disposition, .repeatedHeader), (disposition + "Content-Type: a\r\ncontent-type: a\r\n", .repeatedHeader),
            ("Content-Disposition: form-data; name=\"a\r\n", .malformedDisposition),
            ("Content-Disposition: form-data; name\r\n", .malformedDisposition),
            ("Content-Disposition: form-data; name=\r\n", .malformedDisposition),
            ("Content-Disposition: form-data; name =a\r\n", .malformedDisposition),
            ("Content-Disposition: form-data; name=a b\r\n", .malformedDisposition),
            ("Content-Disposition: form-data; name=é\r\n", .malformedDisposition),
            ("Content-Disposition: form-data; name=\"a\"b\r\n", .malformedDisposition),
            ("Content-Disposition: form-data; =a\r\n", .malformedDisposition),
            ("Content-Disposition: form-data; name=\"a\\\"b\"\r\n", .malformedDisposition),
            ("Content-Disposition: form-data name=a\r\n", .malformedDisposition),
            ("Content-Disposition: attachment; name=\"a\"\r\n", .notFormData), ("Content-Disposition: \r\n", .notFormData),
            ("Content-Disposition: form-data-x; name=a\r\n", .notFormData), ("Content-Disposition:; name=a\r\n", .notFormData),
            ("Content-Disposition: form-data\r\n", .noName), ("Content-Disposition: form-data; filename=\"a\"\r\n", .noName),
            ("Content-Disposition: form-data; name*=a\r\n", .noName),
            ("Content-Disposition: form-data; name=a; NAME=a\r\n", .repeatedParameter),
            ("Content-Disposition: form-data; name=a; filename=b; filename=\"b\"\r\n", .repeatedParameter),
        ] as [(String, MultipartError)])
    func `malformed headers of a part are refused`(head: String, error: MultipartError) throws {
        #expect(try refusal("--b\r\n\(head)\r\nbody\r\n--b--\r\n") == error)
    }

    @Test func `the number of parts has a limit`() throws {
        let part = "--b\r\n\(Self.disposition)\r\n\r\n"
        #expect(try refusal(part + part + "--b--", limits: Self.limits) == nil)
        #expect(try refusal(part + part + part + "--b--", limits: Self.limits) == .tooManyParts)
        #expect(try refusal(String(repeating: part, count: 100) + "--b--") == nil)
        #expect(try refusal(String(repeating: part, count: 101) + "--b--") == .tooManyParts)
    }

    @Test func `the bytes of headers have a limit`() throws {
        func form(_ count: Int) -> String {
            let head = Self.disposition + "X:"
            return "--b\r\n" + head + String(repeating: "y", count: count - head.utf8.count - 4) + "\r\n\r\n\r\n--b--"
        }
        #expect(try refusal(form(100), limits: Self.limits) == nil)
        #expect(try refusal(form(101), limits: Self.limits) == .headersTooLong)
        #expect(try refusal(form(8_192)) == nil)
        #expect(try refusal(form(8_193)) == .headersTooLong)
        #expect(try refusal("--b\r\n" + String(repeating: "y", count: 8_193)) == .headersTooLong)
    }

    @Test func `the number of headers has a limit`() throws {
        let form = { (count: Int) in "--b\r\n\(Self.disposition)" + String(repeating: "X:y\r\n", count: count - 1) + "\r\n\r\n--b--" }
        #expect(try refusal(form(3), limits: Self.limits) == nil)
        #expect(try refusal(form(4), limits: Self.limits) == .tooManyHeaders)
        #expect(try refusal(form(16)) == nil)
        #expect(try refusal(form(17)) == .tooManyHeaders)
    }

    @Test func `names and file names have a limit`() throws {
        func form(name: Int, filename: Int) -> String {
            let (name, filename) = (String(repeating: "n", count: name), String(repeating: "f", count: filename))
            return "--b\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\(filename)\r\n\r\n\r\n--b--"
        }
        #expect(try refusal(form(name: 5, filename: 5), limits: Self.limits) == nil)
        #expect(try refusal(form(name: 6, filename: 5), limits: Self.limits) == .nameTooLong)
        #expect(try refusal(form(name: 5, filename: 6), limits: Self.limits) == .filenameTooLong)
        #expect(try refusal(form(name: 1_024, filename: 1_024)) == nil)
        #expect(try refusal(form(name: 1_025, filename: 1)) == .nameTooLong)
        #expect(try refusal(form(name: 1, filename: 1_025)) == .filenameTooLong)
    }

    @Test func `the bytes outside the parts have a limit`() throws {
        let part = "\(Self.disposition)\r\n\r\n--b"
        #expect(try refusal("1234567\r\n--b \r\n\(part)--\r\n", limits: Self.limits) == nil)
        for form in ["12345678\r\n--b \r\n\(part)--\r\n", "1234567\r\n--b\t \r\n\(part)--\r\n", "1234567\r\n--b \r\n\(part)--\r\nx"] {
            #expect(try refusal(form, limits: Self.limits) == .tooMuchOutsideParts)
        }
        let endless = String(repeating: "x", count: 8_193)
        #expect(try refusal(endless.dropLast() + "\r\n--b--") == nil)
        #expect(try refusal(endless) == .tooMuchOutsideParts)
        #expect(try refusal("--b" + endless.replacing("x", with: " ")) == .tooMuchOutsideParts)
        #expect(try refusal("--b--" + endless) == .tooMuchOutsideParts)
        #expect(try refusal(String(repeating: "\r\n--", count: 2_050)) == .tooMuchOutsideParts)
    }

    @Test func `a parser that refused keeps refusing`() throws {
        var parser = MultipartParser(boundary: try MultipartBoundary("b"))
        for form in ["--b\n", "--b--\r\n", "", "--b--"] {
            #expect(throws: MultipartError.bareLineFeed) { try feed(&parser, form) }
        }
        #expect(throws: MultipartError.bareLineFeed) { try parser.finish() }
    }

    @Test func `a form is incomplete after its handler throws`() throws {
        struct Unwanted: Error {}
        var parser = MultipartParser(boundary: try MultipartBoundary("b"))
        #expect(throws: Unwanted.self) { try feed(&parser, "--b--") { _ in throw Unwanted() } }
        #expect(throws: MultipartError.incomplete) { try feed(&parser, "--b--") }
        #expect(throws: MultipartError.incomplete) { try parser.finish() }
    }

    private func feed(_ parser: inout MultipartParser, _ form: String, _ handle: (MultipartParser.Event) throws -> Void = { _ in }) throws {
        try Array(form.utf8).withUnsafeBytes { try parser.parse($0, handle) }
    }

    @Test func `every refusal has its own sentence`() {
        let sentences = MultipartError.allCases.map(\.sentence)
        #expect(Set(sentences).count == sentences.count)
        #expect(Set(MultipartError.allCases.map(\.description)).count == sentences.count)
        for sentence in sentences {
            #expect(sentence.first?.isUppercase == true && sentence.hasSuffix(".") && !sentence.hasSuffix(".."))
        }
    }
}
