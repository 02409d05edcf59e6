import Testing

@testable import Multipart

/// Forms from the standards and from browsers.
@Suite struct FormTests {
    private func parts(_ form: String, boundary: String) throws -> [Reading.Part]? {
        Reading(bytes(form), boundary: try MultipartBoundary(boundary)).parts
    }

    /// The only part of a form, with these headers.
    private func part(_ head: String) throws -> MultipartPart? {
        try parts("--b\n\(head)\n\n--b--", boundary: "b")?.first?.part
    }

    private func part(disposition: String) throws -> MultipartPart? { try part("Content-Disposition: " + disposition + "\n") }

    @Test func `text and files from Chromium are read`() throws {
        let form = """
            ------WebKitFormBoundary7MA4YWxkTrZu0gW
            Content-Disposition: form-data; name="title"

            Grüße
            vom Pier
            ------WebKitFormBoundary7MA4YWxkTrZu0gW
            Content-Disposition: form-data; name="photo"; filename="Übung %221%22.jpg"
            Content-Type: image/jpeg

            \u{FFFD}JFIF
            ------WebKitFormBoundary7MA4YWxkTrZu0gW
            Content-Disposition: form-data; name="photo"; filename=""
            Content-Type: application/octet-stream


            ------WebKitFormBoundary7MA4YWxkTrZu0gW--

            """
        #expect(
            try parts(form, boundary: "----WebKitFormBoundary7MA4YWxkTrZu0gW") == [
                Reading.Part("title", "Grüße\r\nvom Pier"),
                Reading.Part("photo", filename: "Übung \"1\".jpg", type: "image/jpeg", "\u{FFFD}JFIF"),
                Reading.Part("photo", filename: "", type: "application/octet-stream", ""),
            ])
    }

    @Test func `text and files from Firefox are read`() throws {
        let form = """
            -----------------------------9051914041544843365972754266
            Content-Disposition: form-data; name="text"

            text default
            -----------------------------9051914041544843365972754266
            Content-Disposition: form-data; name="file1"; filename="a.txt"
            Content-Type: text/plain

            Content of a.txt.

            -----------------------------9051914041544843365972754266
            Content-Disposition: form-data; name="file2"; filename="a.html"
            Content-Type: text/html

            <!DOCTYPE html><title>Content of a.html.</title>

            -----------------------------9051914041544843365972754266--

            """
        #expect(
            try parts(form, boundary: "---------------------------9051914041544843365972754266") == [
                Reading.Part("text", "text default"),
                Reading.Part("file1", filename: "a.txt", type: "text/plain", "Content of a.txt.\r\n"),
                Reading.Part("file2", filename: "a.html", type: "text/html", "<!DOCTYPE html><title>Content of a.html.</title>\r\n"),
            ])
    }

    @Test func `a blob with an empty name from a script is read`() throws {
        let form = """
            ------geckoformboundary3a5b4cd2a1e84e0a6f1b2c3d4e5f6a7b
            Content-Disposition: form-data; name=""; filename="blob"
            Content-Type: image/webp

            RIFF
            ------geckoformboundary3a5b4cd2a1e84e0a6f1b2c3d4e5f6a7b--

            """
        #expect(
            try parts(form, boundary: "----geckoformboundary3a5b4cd2a1e84e0a6f1b2c3d4e5f6a7b")
                == [Reading.Part("", filename: "blob", type: "image/webp", "RIFF")])
    }

    @Test func `a form without parts is read`() throws {
        #expect(try parts("------WebKitFormBoundaryA--\n", boundary: "----WebKitFormBoundaryA") == [])
        #expect(try parts("--b--", boundary: "b") == [])
    }

    /// The example of RFC 2046 section 5.1.1, with the dispositions that RFC 7578 requires.
    @Test func `preamble and epilogue are ignored`() throws {
        let form = """
            This is the preamble.  It is to be ignored, though it
            is a handy place for composition agents to include an
            explanatory note to non-MIME conformant readers.

            --simple boundary
            Content-Disposition: form-data; name="implicit"

            This is implicitly typed plain US-ASCII text.
            It does NOT end with a linebreak.
            --simple boundary
            Content-type: text/plain; charset=us-ascii
            Content-Disposition: form-data; name="explicit"

            This is explicitly typed plain US-ASCII text.
            It DOES end with a linebreak.

            --simple boundary--

            This is the epilogue.  It is also to be ignored.
            --simple boundary
            """
        #expect(
            try parts(form, boundary: "simple boundary") == [
                Reading.Part("implicit", "This is implicitly typed plain US-ASCII text.\r\nIt does NOT end with a linebreak."),
                Reading.Part(
                    "explicit", type: "text/plain; charset=us-ascii",
                    "This is explicitly typed plain US-ASCII text.\r\nIt DOES end with a linebreak.\r\n"),
            ])
    }

    /// See RFC 7578 sections 4.5 and 4.6.
    @Test func `other headers are ignored`() throws {
        let form = """
            --AaB03x
            content-disposition: form-data; name="_charset_"

            iso-8859-1
            --AaB03x
            content-disposition: form-data; name="field1"
            content-type: text/plain;charset=UTF-8
            content-transfer-encoding: quoted-printable

            Joe owes =E2=82=AC100.
            --AaB03x--
            """
        #expect(
            try parts(form, boundary: "AaB03x") == [
                Reading.Part("_charset_", "iso-8859-1"),
                Reading.Part("field1", type: "text/plain;charset=UTF-8", "Joe owes =E2=82=AC100."),
            ])
    }

    /// RFC 2388 section 4.2 puts files into a multipart/mixed. RFC 7578 section 4.3 deprecates that, so it is one body.
    @Test func `a nested multipart is the body of its part`() throws {
        let mixed = "--BbC04y\nContent-disposition: file; filename=\"file1.txt\"\n\n...\n--BbC04y--"
        let form = """
            --AaB03x
            Content-Disposition: form-data; name="files"
            Content-Type: multipart/mixed; boundary=BbC04y

            \(mixed)
            --AaB03x--
            """
        let body = String(decoding: bytes(mixed), as: UTF8.self)
        #expect(try parts(form, boundary: "AaB03x") == [Reading.Part("files", type: "multipart/mixed; boundary=BbC04y", body)])
    }

    @Test func `spaces and tabs after a boundary are allowed`() throws {
        let head = "Content-Disposition: form-data; name=\"a\"\n\n"
        #expect(
            try parts("--b \t \n\(head)1\n--b\t\n\(head)2\n--b-- \t\n", boundary: "b") == [Reading.Part("a", "1"), Reading.Part("a", "2")])
    }

    @Test func `an empty body is read with or without its own line end`() throws {
        let head = "--b\nContent-Disposition: form-data; name=\"a\"\n\n"
        #expect(try parts(head + "\n" + head + "--b--", boundary: "b") == [Reading.Part("a", ""), Reading.Part("a", "")])
    }

    @Test(
        arguments: FormMaker.nearDelimiters("boundary") + ["\r\n--boundar", "x--boundary", "\r\n--Boundary", "\r\n--boundar\r\n--boundar"])
    func `a near delimiter belongs to the body`(near: String) throws {
        for body in ["x" + near, "x" + near + near, "\r\r" + near + "x", near + near + "\r"]
        where !("\r\n" + body).contains("\r\n--boundary") {
            let form = "--boundary\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\(body)\r\n--boundary--"
            for cuts in [[], Array(0..<form.utf8.count)] {
                let reading = Reading(Array(form.utf8), boundary: try MultipartBoundary("boundary"), cuts: cuts)
                #expect(reading.parts == [Reading.Part("a", body)])
            }
        }
    }

    @Test(
        arguments: [
            (#"form-data; name="a""#, "a", nil), ("form-data; name=a; filename=b.jpg", "a", "b.jpg"), (#"form-data; name="""#, "", nil),
            (#"FORM-DATA;NAME="a";FileName="b""#, "a", "b"), (#"form-data; filename="b" ; name="a";"#, "a", "b"),
            (#"form-data; name="a%22b%0D%0Ac%0dd%41%"; filename="%22.jpg""#, "a\"b\r\nc%0dd%41%", "\".jpg"),
            (#"form-data; name="a"; filename="C:\fakepath\x.jpg""#, "a", "x.jpg"),
            (#"form-data; name="a"; filename="a/b.jpg""#, "a", "b.jpg"),
            (#"form-data; name="a\b/c"; filename="\\host\a/b\c.jpg""#, #"a\b/c"#, "c.jpg"),
            (#"form-data; name="a\"; filename="b""#, #"a\"#, "b"),
            (#"form-data; name="a"; filename="../..""#, "a", ""), (#"form-data; name="a"; filename=".""#, "a", ""),
            (#"form-data; name="a"; filename="a/""#, "a", ""), (#"form-data; name="a"; filename=".../...""#, "a", "..."),
            (#"form-data; name="a"; filename*=UTF-8''x.jpg"#, "a", nil),
            (#"form-data; name="a"; filename="b"; filename*=UTF-8''x"#, "a", "b"),
            (#"form-data; name="日本; name=\"; filename="😀.png""#, #"日本; name=\"#, "😀.png"),
        ] as [(String, String, String?)])
    func `names are read as browsers write them`(disposition: String, name: String, filename: String?) throws {
        #expect(try part(disposition: disposition) == MultipartPart(name: name, filename: filename, contentType: nil))
    }

    @Test func `headers that are not UTF-8 are repaired`() throws {
        let head = Array("--b\r\nContent-Disposition: form-data; name=\"".utf8) + [0xFF, 0x61, 0xC3] + Array("\"; filename=\"".utf8)
        let form = head + [0xE2, 0x82] + Array("/\u{E4}\"\r\nContent-Type: ".utf8) + [0x80] + Array("\r\n\r\n\r\n--b--".utf8)
        let expected = Reading.Part("\u{FFFD}a\u{FFFD}", filename: "\u{E4}", type: "\u{FFFD}", "")
        #expect(Reading(form, boundary: try MultipartBoundary("b")).parts == [expected])
    }

    @Test func `the content type is given unchanged`() throws {
        let disposition = "content-DISPOSITION:form-data;name=a\n"
        #expect(try part("CONTENT-type:\t Image/JPEG; a=b \t\n" + disposition)?.contentType == "Image/JPEG; a=b")
        #expect(try part(disposition + "Content-Type:\n")?.contentType == "")
        #expect(try part(disposition + "Content-Type-X: a\n")?.contentType == nil)
    }
}
