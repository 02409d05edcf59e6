import ArgumentParser
import Foundation
import HTMLTemplates
import Mustache
import Stencil

/// Renders two pages with three template engines, and prints the median CPU time of one rendering for each, in nanoseconds.
struct Templates: AsyncParsableCommand {
    @Option(help: "Folder of the site's templates.") var site: String
    @Option(help: "Folder of the benchmark's own templates.") var own: String
    @Option var rounds = 15

    func run() async throws {
        var results: [String: [String: Double]] = [:]
        results["table"] = try measure(Contest(TablePage.sample, template: "table", folder: own))
        results["page"] = try measure(Contest(GamePage.sample, template: GamePage.template, folder: site))
        say(String(decoding: try JSONEncoder().encode(results), as: UTF8.self))
    }

    /// Measures the engines alternately, so that a busy moment of the machine affects all of them.
    private func measure(_ contest: Contest) throws -> [String: Double] {
        try contest.check()
        var times: [String: [Double]] = [:]
        for _ in 0..<rounds {
            for (name, render) in contest.engines { times[name, default: []].append(try time(render)) }
        }
        return times.compactMapValues { $0.quantile(0.5) }
    }

    /// CPU time of one call in nanoseconds, averaged over at least 40 ms.
    private func time(_ render: () throws -> Int) throws -> Double {
        var (calls, used, batch) = (0, 0, 1)
        while used < 40_000_000 {
            let start = threadCPU()
            for _ in 0..<batch where try render() == 0 { throw ValidationError("an empty page") }
            used += threadCPU() - start
            calls += batch
            batch *= 2
        }
        return Double(used) / Double(calls)
    }
}

/// One page in three engines. Each engine gets the form of data that suits it best: a typed struct, or dictionaries.
private struct Contest {
    /// Each `render` renders the page once and returns its number of bytes.
    var engines: [(name: String, render: () throws -> Int)] = []
    private var pages: [(name: String, text: () throws -> String)] = []

    init<P: HTMLTemplates.Page>(_ page: P, template: String, folder: String) throws {
        let dictionary = Plain.dictionary(of: page)
        let store = try TemplateStore(directory: folder)
        try store.check([P.self])
        let library = try MustacheFolder(folder).library()
        let translation = StencilTranslation(folder: folder, data: dictionary)
        let loader = DictionaryLoader(templates: [template: try translation.template(template)])
        let (parsed, context) = (try Environment(loader: loader).loadTemplate(name: template), translation.context)
        engines = [
            ("boardwalk", { try store.render(page).count }),
            ("mustache", { library.render(dictionary, withTemplate: template)?.utf8.count ?? 0 }),
            ("stencil", { try parsed.render(context).utf8.count }),
        ]
        pages = [
            ("boardwalk", { String(decoding: try store.render(page), as: UTF8.self) }),
            ("mustache", { library.render(dictionary, withTemplate: template) ?? "" }),
            ("stencil", { try parsed.render(context) }),
        ]
    }

    /// Throws unless all engines render the same page, except for white space.
    func check() throws {
        let texts = try pages.map { (name: $0.name, text: try $0.text().filter { !$0.isWhitespace }) }
        for other in texts.dropFirst() where other.text != texts[0].text {
            let difference = zip(texts[0].text, other.text).prefix { $0 == $1 }.count
            func excerpt(_ text: String) -> String { String(text.dropFirst(max(0, difference - 60)).prefix(120)) }
            throw ValidationError("\(other.name) renders another page:\n\(excerpt(texts[0].text))\n\(excerpt(other.text))")
        }
    }
}

/// Loads a folder of *.html files into swift-mustache. Templates refer to the files without the suffix.
private struct MustacheFolder {
    let directory: String

    init(_ directory: String) { self.directory = directory }

    func library() throws -> MustacheLibrary {
        var templates: [String: MustacheTemplate] = [:]
        for case let file as String in FileManager.default.enumerator(atPath: directory) ?? .init() where file.hasSuffix(".html") {
            let text = try String(contentsOfFile: directory + "/" + file, encoding: .utf8)
            templates[String(file.dropLast(5))] = try MustacheTemplate(string: text)
        }
        return MustacheLibrary(templates: templates)
    }
}

/// Converts view models to dictionaries, in which the other engines look up names faster than in structs.
private enum Plain {
    static func dictionary(of model: Any) -> [String: Any] {
        var result: [String: Any] = [:]
        for child in Mirror(reflecting: model).children {
            if let name = child.label, let value = value(of: child.value) { result[name] = value }
        }
        return result
    }

    private static func value(of any: Any) -> Any? {
        switch any {
        case is String, is Int, is Bool: return any
        case let list as [String]: return list
        default: break
        }
        let mirror = Mirror(reflecting: any)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.flatMap { value(of: $0.value) }
        case .collection: return mirror.children.compactMap { value(of: $0.value) }
        default: return dictionary(of: any)
        }
    }
}
