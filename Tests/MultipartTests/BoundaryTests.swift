import Testing

@testable import Multipart

@Suite struct BoundaryTests {
    @Test(arguments: [
        ("multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW", "----WebKitFormBoundary7MA4YWxkTrZu0gW"),
        (
            "multipart/form-data; boundary=---------------------------9051914041544843365972754266",
            "---------------------------9051914041544843365972754266"
        ),
        ("Multipart/Form-Data;BOUNDARY=a", "a"), ("multipart/form-data \t; \tcharset=utf-8 ;; boundary=a; ", "a"),
        ("multipart/form-data; boundary=\"gc0pJq0M:08jU534c0p\"", "gc0pJq0M:08jU534c0p"),
        ("multipart/form-data; x=\";boundary=b\"; boundary=\"simple boundary\"", "simple boundary"),
        (#"multipart/form-data; boundary="a\b\c""#, "abc"), (#"multipart/form-data; x="\"; boundary=b"; boundary=a"#, "a"),
        ("multipart/form-data; boundary=\"'()+_,-./:=?\"", "'()+_,-./:=?"), ("multipart/form-data; boundary=0'+_-.z", "0'+_-.z"),
        ("multipart/form-data; boundary=" + String(repeating: "x", count: 70), String(repeating: "x", count: 70)),
    ])
    func `the boundary is read from the content type`(type: String, boundary: String) throws {
        #expect(try MultipartBoundary(contentType: type) == MultipartBoundary(boundary))
    }

    @Test(
        arguments: [
            ("", .notMultipart), ("text/plain; boundary=a", .notMultipart), ("multipart/mixed; boundary=a", .notMultipart),
            ("multipart/form-datax; boundary=a", .notMultipart), ("application/x-www-form-urlencoded", .notMultipart),
            ("multipart/form-data", .noBoundary), ("multipart/form-data;", .noBoundary),
            ("multipart/form-data; charset=boundary", .noBoundary),
            ("multipart/form-data; boundary*=a", .noBoundary), ("multipart/form-data; boundary=a; Boundary=a", .repeatedParameter),
            ("multipart/form-data; boundary", .malformedContentType), ("multipart/form-data; boundary=", .malformedContentType),
            ("multipart/form-data; boundary =a", .malformedContentType), ("multipart/form-data; boundary= a", .malformedContentType),
            ("multipart/form-data; boundary=\"a", .malformedContentType), (#"multipart/form-data; boundary="a\"#, .malformedContentType),
            ("multipart/form-data; boundary=a b", .malformedContentType), ("multipart/form-data; boundary=a/b", .malformedContentType),
            ("multipart/form-data; boundary=\"a\"b", .malformedContentType), ("multipart/form-data boundary=a", .malformedContentType),
            ("multipart/form-data; boundary=é", .malformedContentType), ("multipart/form-data; =a", .malformedContentType),
            ("multipart/form-data, boundary=a", .notMultipart), ("multipart/form-data; boundary=\"\"", .malformedBoundary),
            ("multipart/form-data; boundary=\"a \"", .malformedBoundary), ("multipart/form-data; boundary=\"a\r\nb\"", .malformedBoundary),
            ("multipart/form-data; boundary=a*b", .malformedBoundary), ("multipart/form-data; boundary=\"é\"", .malformedBoundary),
            ("multipart/form-data; boundary=\"a\0\"", .malformedBoundary), ("multipart/form-data; boundary=\"a\tb\"", .malformedBoundary),
            ("multipart/form-data; boundary=" + String(repeating: "x", count: 71), .malformedBoundary),
        ] as [(String, MultipartError)])
    func `a wrong or malformed content type is refused`(type: String, error: MultipartError) {
        #expect(throws: error) { try MultipartBoundary(contentType: type) }
    }
}
