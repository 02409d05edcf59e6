import TestSupport

@testable import Multipart

/// Makes random forms and damages them.
struct FormMaker {
    struct Form {
        var boundary: String
        var limits = MultipartParser.Limits()
        var bytes: [UInt8]
        var parts: [Reading.Part] = []
    }

    var random: Seeded

    /// A form that must be read as its `parts`.
    mutating func form() -> Form {
        var form = Form(boundary: boundary(), bytes: [])
        if chance(5) { form.bytes += preamble(form.boundary) + bytes("\n") }
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            let body = body(form.boundary)
            let (head, part) = head()
            form.bytes += Array("--\(form.boundary)".utf8) + padding() + bytes("\n") + head + body
            // An empty body may share its line end with the delimiter.
            if !body.isEmpty || chance(2) { form.bytes += bytes("\n") }
            form.parts.append(Reading.Part(part: part, body: body))
        }
        form.bytes += Array("--\(form.boundary)--".utf8)
        if chance(2) { form.bytes += bytes("\n") }
        if chance(5) { form.bytes += preamble(form.boundary) + Array("--\(form.boundary)".utf8) }
        return form
    }

    /// A form that is damaged in one to three places, sometimes with low limits.
    mutating func spoiled() -> Form {
        var form = form()
        if chance(4) { form.limits = .init(parts: 2, headerBytes: 120, headerFields: 3, nameBytes: 9, bytesOutsideParts: 12) }
        for _ in 0..<Int.random(in: 1...3, using: &random) { spoil(&form) }
        return form
    }

    /// Positions to cut at, few or many.
    mutating func cuts(_ count: Int) -> [Int] {
        let step = [1, 3, 10, 60, 1_000].randomElement(using: &random) ?? 1
        var cuts: [Int] = []
        var position = 0
        while position < count {
            cuts.append(position)
            position += Int.random(in: 0...(2 * step), using: &random)
        }
        return cuts
    }

    private mutating func spoil(_ form: inout Form) {
        let place = Int.random(in: 0...form.bytes.count, using: &random)
        let end = min(form.bytes.count, place + Int.random(in: 0...(chance(4) ? 60 : 2), using: &random))
        let fragments = Self.fragments + Self.nearDelimiters(form.boundary) + ["\r\n--\(form.boundary)", "--\(form.boundary)--"]
        switch Int.random(in: 0..<6, using: &random) {
        case 0: form.bytes.removeSubrange(place..<end)
        case 1: form.bytes.insert(contentsOf: form.bytes[place..<end], at: 0)
        case 2: form.bytes.removeSubrange(end...)
        case 3: form.bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        default: form.bytes.replaceSubrange(place..<end, with: Array(pick(fragments).utf8))
        }
    }

    private mutating func boundary() -> String {
        let letters = "0123456789abcXYZ'()+_,-./:=? "
        if chance(3) { return pick(["b", "-", "--", "----WebKitFormBoundary7MA4YWxkTrZu0gW", "a: b", String(repeating: "x", count: 70)]) }
        return String((0..<Int.random(in: 0..<70, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" }) + "z"
    }

    private mutating func head() -> (bytes: [UInt8], part: MultipartPart) {
        let name = pick(Self.names)
        let filename = chance(2) ? pick(Self.names) : nil
        let type = chance(2) ? pick(["image/jpeg", "text/plain;charset=UTF-8", "application/octet-stream"]) : nil
        var fields = [pick(["Content-Disposition: form-data; ", "content-disposition:FORM-DATA;", "CONTENT-DISPOSITION: \tform-data ; "])]
        fields[0] += filename.map { "name=\"\(name.sent)\"; filename=\"C:\\fakepath\\\($0.sent)\"" } ?? "Name=\"\(name.sent)\""
        if chance(5) { fields[0] += pick(["; filename*=UTF-8''%e2%82%ac", "; x=\";\"", ";", " ; size=7"]) }
        if let type { fields.append(pick(["Content-Type: ", "content-type:"]) + type) }
        if chance(5) { fields.append("Content-Transfer-Encoding: binary") }
        fields.shuffle(using: &random)
        let part = MultipartPart(name: name.meant, filename: filename?.meant, contentType: type)
        return (Array(fields.joined(separator: "\r\n").utf8) + Array("\r\n\r\n".utf8), part)
    }

    /// Random bytes and near delimiters.
    private mutating func body(_ boundary: String) -> [UInt8] {
        let near = Self.nearDelimiters(boundary)
        var body: [UInt8] = []
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            let noise = (0..<Int.random(in: 0...30, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
            body += chance(2) ? Array(pick(near).utf8) : noise
        }
        return hasDelimiter(body, boundary) ? [] : body
    }

    private mutating func preamble(_ boundary: String) -> [UInt8] {
        let preamble = Array((pick(Self.nearDelimiters(boundary)) + "Preamble" + pick(Self.nearDelimiters(boundary))).utf8)
        return hasDelimiter(preamble, boundary) ? [] : preamble
    }

    private func hasDelimiter(_ bytes: [UInt8], _ boundary: String) -> Bool {
        (Array("\r\n".utf8) + bytes).first(Array("\r\n--\(boundary)".utf8), from: 0) != nil
    }

    private mutating func padding() -> [UInt8] { Array(pick(["", "", " ", "\t \t"]).utf8) }

    private mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

    private mutating func pick<Item>(_ items: [Item]) -> Item { items[Int.random(in: items.indices, using: &random)] }

    static func nearDelimiters(_ boundary: String) -> [String] {
        [
            "\r", "\n", "\r\n", "\r\r\n", "-", "--", "\r\n-", "\r\n--", "\r\r\n--", "\r\n\r\n", "\r\n--\(boundary.dropLast())",
            "--\(boundary)",
            "\n--\(boundary)", "\r--\(boundary)", "\r\n-\(boundary)", "\r\n --\(boundary)", "\r\n--\(boundary.dropLast())\r",
            "--\(boundary)--",
            boundary, "\r\n--\r\n--",
        ]
    }

    private static let names: [(meant: String, sent: String)] = [
        ("photo", "photo"), ("", ""), ("Übung 1.jpg", "Übung 1.jpg"), ("a\"b", "a%22b"), ("a\r\nb", "a%0D%0Ab"), ("100%", "100%"),
        ("%0d", "%0d"),
        ("😀.png", "😀.png"), ("a;b=c", "a;b=c"), ("x: y", "x: y"), ("%2\"2", "%2%222"), ("...", "..."), ("%", "%"),
    ]

    private static let fragments = [
        "\0", "\t", " ", ":", ";", "\"", "\\", "/", "=", "%22", "%0D", "é", "\u{7F}", "\r\n\r\n", "a: b\r\n", "\r\n folded", "; name=\"n\"",
        "; filename=\"f\"", "; filename=..", ";name=t", "; filename*=\"", "Content-Disposition: form-data; name=\"n\"\r\n", "form-data",
        "X",
        "Content-Type: x\r\n", "0123456789",
    ]
}
