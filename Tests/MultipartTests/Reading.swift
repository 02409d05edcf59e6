@testable import Multipart

/// The result of parsing a form: its events, with adjacent body bytes joined, and its refusal.
struct Reading: Equatable {
    enum Event: Equatable {
        case partBegins(MultipartPart)
        case body([UInt8])
        case partEnds, formEnds
    }

    struct Part: Equatable {
        var part: MultipartPart
        var body: [UInt8]
    }

    private(set) var events: [Event] = []
    private(set) var refusal: MultipartError?

    /// Reads `form` cut before the bytes at `cuts`. Each chunk has its own memory.
    init(_ form: [UInt8], boundary: MultipartBoundary, limits: MultipartParser.Limits = .init(), cuts: [Int] = []) {
        var parser = MultipartParser(boundary: boundary, limits: limits)
        self.init(form, with: &parser, cuts: cuts) { _ in }
    }

    /// Calls `afterChunk` with the bytes that the parser holds after each chunk.
    init(_ form: [UInt8], with parser: inout MultipartParser, cuts: [Int], afterChunk: (Int) -> Void) {
        do {
            for (start, end) in zip([0] + cuts, cuts + [form.count]) {
                try Array(form[start..<end]).withUnsafeBytes { try parser.parse($0) { add($0) } }
                afterChunk(parser.heldCount)
            }
            try parser.finish()
        } catch {
            refusal = error as? MultipartError
        }
    }

    /// Nil if the form was refused.
    var parts: [Part]? {
        guard refusal == nil else { return nil }
        var parts: [Part] = []
        for event in events {
            switch event {
            case .partBegins(let part): parts.append(Part(part: part, body: []))
            case .body(let bytes): parts[parts.count - 1].body += bytes
            case .partEnds, .formEnds: break
            }
        }
        return parts
    }

    private mutating func add(_ event: MultipartParser.Event) {
        switch event {
        case .partBegins(let part): events.append(.partBegins(part))
        case .body(let run):
            precondition(!run.isEmpty, "A run of body bytes is empty.")
            guard case .body(let before) = events.last else { return events.append(.body(Array(run))) }
            events[events.count - 1] = .body(before + run)
        case .partEnds: events.append(.partEnds)
        case .formEnds: events.append(.formEnds)
        }
    }
}

extension Reading.Part {
    init(_ name: String, filename: String? = nil, type: String? = nil, _ body: String) {
        self.init(part: MultipartPart(name: name, filename: filename, contentType: type), body: Array(body.utf8))
    }
}

/// The bytes of a text with CRLF line ends.
func bytes(_ text: String) -> [UInt8] {
    Array(text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n").utf8)
}
