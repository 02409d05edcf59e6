import Foundation
import HTMLTemplates
import Testing

/// Random cases for a few seconds. BOARDWALK_FUZZ_CASES sets their number, and BOARDWALK_FUZZ_SEED repeats a run.
@Suite struct PropertyTests {
    static let workers = 4
    static let cases = (number("BOARDWALK_FUZZ_CASES") ?? 12_000) / 3 / workers
    static let seed = number("BOARDWALK_FUZZ_SEED") ?? Int.random(in: 0..<1 << 32)

    private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

    /// Runs the cases of one worker until one fails.
    private func forEachCase(_ worker: Int, _ body: (inout PieceMaker) -> String?) {
        var maker = PieceMaker(random: Seeded(state: UInt64(Self.seed + worker) << 8))
        for number in 0..<Self.cases {
            let start = ContinuousClock.now
            var problem = body(&maker)
            if start.duration(to: .now) > .seconds(10) { problem = "It takes \(start.duration(to: .now))." }
            guard let problem else { continue }
            Issue.record("BOARDWALK_FUZZ_SEED=\(Self.seed), worker \(worker), case \(number): \(problem)")
            return
        }
    }

    @Test(arguments: 0..<workers) func `random Mustache templates render as a simple interpreter says`(worker: Int) {
        forEachCase(worker) { maker in
            let templates = maker.templates()
            let data = maker.object()
            var sources: [String: String] = [:]
            for (number, pieces) in templates.enumerated() {
                var printer = PiecePrinter(&maker.random)
                sources["p\(number)"] = printer.source(of: pieces)
            }
            var interpreter = PieceInterpreter(templates, over: data)
            let expected = interpreter.shown(0)
            do {
                let shown = String(decoding: try TemplateStore(templates: sources, lenient: true).render("p0", data: data), as: UTF8.self)
                return shown.utf8.elementsEqual(expected.utf8) ? nil : "\(sources) with \(data) shows \(shown), not \(expected)"
            } catch {
                return "\(sources) with \(data): \(error)"
            }
        }
    }

    @Test(arguments: 0..<workers) func `values in random templates change no markup`(worker: Int) {
        forEachCase(worker) { maker in
            let test = FuzzCase(template: maker.markup(), partial: maker.markup(depth: 1), data: FuzzCase.sample)
            return test.problem().map { "\(test.template) with p = \(test.partial): \($0)" }
        }
    }

    @Test(arguments: 0..<workers) func `random template fragments are rendered safely or refused`(worker: Int) {
        forEachCase(worker) { maker in
            let test = FuzzCase(
                template: maker.joined(Self.fragments, most: 14), partial: maker.joined(Self.fragments, most: 5), data: FuzzCase.sample)
            return test.problem().map { "\(test.template) with p = \(test.partial): \($0)" }
        }
    }

    private static let fragments = [
        "{{", "}}", "{{{", "}}}", "{{#yes}}", "{{/yes}}", "{{^no}}", "{{/no}}", "{{x}}", "{{u}}", "{{#list}}", "{{/list}}", "{{o.x}}",
        "{{#o}}", "{{/o}}",
        "{{.}}", "{{>p}}", "{{>*name}}", "{{<p}}", "{{/p}}", "{{$b}}", "{{/b}}", "{{! c }}", "{{=| |=}}", "|x|", "{{&x}}", "{{n}}", "<",
        ">", "</", "<p ",
        "<p", " href", " title", "=", "\"", "'", " ", "\n", "\r\n", "  {{>p}}\n", "/", "?", "#", ":", "<script>", "</script>", "<!--",
        "-->", "--!>",
        "<textarea>", "</textarea>", "<svg>", "<![CDATA[", "]]>", "<meta", " http-equiv=", " content=", "<!doctype html>", "é", "\0", "{",
        "}", "javascript:", "https:", "a",
        "&", "&amp;", "-", "!", "<?", "\u{FEFF}", "\u{2028}",
    ]

    @Test func `every case of the fuzzer's corpus is rendered safely or refused`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(files.count > 100)
        for file in files {
            let test = FuzzCase(bytes: Array(try Data(contentsOf: file)))
            #expect(test.problem() == nil, "\(file.lastPathComponent)")
        }
    }
}
