import Synchronization

/// The templates of a site. Each file is parsed once, and compiled once for each type of page.
public final class TemplateStore: Sendable {
    private enum Key: Hashable {
        case page(ObjectIdentifier)
        case data(String)
    }

    private struct State {
        var library: TemplateLibrary
        var stamps: [String: TemplateFiles.Stamp] = [:]
        var programs: [Key: Program] = [:]
        /// The number of times that the library has changed. A compiled program is stored only if the library has not changed since the
        /// compilation began.
        var version = 0
    }

    private let files: TemplateFiles?
    private let state: Mutex<State>

    /// Reads and parses every *.html file below `directory`. Errors in the files are not thrown here, but later by `check` and by
    /// rendering.
    /// - Parameters:
    ///   - reloads: Whether to look for changed files before each rendering, for development.
    ///   - lenient: Whether to use the rules of plain Mustache for data: missing names are empty, and escaping does not depend on the place
    ///     in the HTML. Never use this for web pages.
    public init(directory: String, reloads: Bool = false, lenient: Bool = false) throws {
        let files = TemplateFiles(directory: directory)
        let stamps = try files.stamps()
        var library = TemplateLibrary(isLenient: lenient)
        for name in stamps.keys { library.templates[name] = files.template(name) }
        self.files = reloads ? files : nil
        state = Mutex(State(library: library, stamps: stamps))
    }

    /// Creates a store from templates in memory. The keys of `templates` are names without ".html".
    public init(templates: [String: String], lenient: Bool = false) {
        var library = TemplateLibrary(isLenient: lenient)
        for (name, source) in templates {
            library.templates[name] = Template(name: name, file: name + TemplateFiles.ending, source: Array(source.utf8))
        }
        files = nil
        state = Mutex(State(library: library))
    }

    /// Compiles the templates of `pages`. Throws `TemplateErrors` with all errors in these and in all other templates.
    public func check(_ pages: [any Page.Type]) throws {
        try reload()
        var errors = state.withLock { $0.library.errors }
        for page in pages {
            do {
                _ = try program(.page(ObjectIdentifier(page)), page.template, page)
            } catch {
                errors += error.errors
            }
        }
        guard errors.isEmpty else { throw TemplateErrors(errors) }
    }

    /// Compiles the template of a page before `check`. This function can be called on any thread. Errors are not thrown here, but later by
    /// `check` and by rendering.
    public func prepare(_ page: any Page.Type) { _ = try? program(.page(ObjectIdentifier(page)), page.template, page) }

    /// Renders a page as HTML in UTF-8. Throws `TemplateErrors`.
    public func render<P: Page>(_ page: P) throws -> [UInt8] {
        try reload()
        return Renderer.render(page, try program(.page(ObjectIdentifier(P.self)), P.template, P.self))
    }

    /// Renders a template with data. Every name in the template must exist in the data, unless the store is lenient. Throws
    /// `TemplateErrors`.
    public func render(_ name: String, data: TemplateData) throws -> [UInt8] {
        try reload()
        let program = try program(.data(name), name, nil)
        return try DataRenderer.render(data, program, in: state.withLock { $0.library })
    }

    /// Renders one file with data. The template may use other templates in its folder and in folders below, if they have the same
    /// extension, or ".html" or ".mustache".
    public static func render(file path: String, data: TemplateData, lenient: Bool = false) throws(TemplateErrors) -> [UInt8] {
        let (files, name) = TemplateFiles.beside(path)
        var library = TemplateLibrary(isLenient: lenient, files: files)
        library.load(name)
        return try DataRenderer.render(data, try Compiler.compile(name, in: library, page: nil), in: library)
    }

    private func program(_ key: Key, _ name: String, _ page: (any Page.Type)?) throws(TemplateErrors) -> Program {
        let (known, library, version) = state.withLock { ($0.programs[key], $0.library, $0.version) }
        if let known { return known }
        let program = try Compiler.compile(name, in: library, page: page)
        state.withLock { if $0.version == version { $0.programs[key] = program } }
        return program
    }

    private func reload() throws {
        guard let files else { return }
        let stamps = try files.stamps()
        state.withLock { state in
            guard stamps != state.stamps else { return }
            var templates: [String: Template] = [:]
            for (name, stamp) in stamps {
                templates[name] = stamp == state.stamps[name] ? state.library.templates[name] : files.template(name)
            }
            state.library.templates = templates
            state.stamps = stamps
            state.programs = [:]
            state.version += 1
        }
    }
}
