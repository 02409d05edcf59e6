import Hummingbird
import Synchronization

/// The methods of each pattern of the router, such as `/c/:club/photos`, and the patterns that pages poll or that take files.
final class SiteMap: Sendable {
    private let entries = Mutex<[String: [HTTPRequest.Method]]>([:])
    /// A route with its source file, as `docs/routes.md` lists it.
    struct Route: Sendable {
        var pattern: String
        var method: HTTPRequest.Method
        var access: RouteAccess
        /// The name of the source file with the handler.
        var file: String
    }
    private let listed = Mutex<[Route]>([])
    private let live = Mutex<[LiveRoute]>([])
    private let uploadPatterns = Mutex<Set<String>>([])

    var patterns: [String] { entries.withLock { Array($0.keys) } }

    func patterns(answering method: HTTPRequest.Method) -> Set<String> {
        entries.withLock { Set($0.filter { $0.value.contains(method) }.keys) }
    }

    var liveRoutes: [LiveRoute] { live.withLock(\.self) }

    var uploads: Set<String> { uploadPatterns.withLock(\.self) }

    /// The pages of forms that are not on the page above the form's address. The key is the pattern of the form's address, and the value is
    /// the path of the page with the form, below the club's path.
    private let formPages = Mutex<[String: String]>([:])

    func addForm(_ path: RouterPath, on page: String) { formPages.withLock { $0[path.description] = page } }

    /// Adds a GET route to each address that only answers POST. The route redirects to the page with the form: the page in `formPages`,
    /// else the nearest page above the address.
    func redirectFormAddresses(on site: Site) {
        let (pages, elsewhere) = (patterns(answering: .get), formPages.withLock(\.self))
        for pattern in patterns(answering: .post).subtracting(pages) {
            var above = pattern.split(separator: "/")
            repeat { above.removeLast() } while !above.isEmpty && !pages.contains("/" + above.joined(separator: "/"))
            let (depth, page) = (above.count, elsewhere[pattern])
            site.get(RouterPath(stringLiteral: pattern), file: nil) { visit in
                let there = "/" + visit.request.uri.path.split(separator: "/").prefix(depth).joined(separator: "/")
                guard pattern.hasPrefix("/c/") else { return visit.redirect(to: there) }
                let visit = try await MemberVisit(visit)
                return visit.redirect(to: page.map { visit.club.path + Self.filled($0, visit.context.parameters) } ?? there)
            }
        }
    }

    private static func filled(_ pattern: String, _ parameters: Parameters) -> String {
        pattern.split(separator: "/").map { "/" + ($0.first == ":" ? parameters.get(String($0.dropFirst())) ?? "" : String($0)) }.joined()
    }

    func addUpload(_ path: RouterPath) { _ = uploadPatterns.withLock { $0.insert(path.description) } }

    func add(_ route: LiveRoute) { live.withLock { $0.append(route) } }

    /// All routes with a file, in the order of their addresses.
    var routes: [Route] {
        listed.withLock(\.self).sorted { ($0.pattern, $0.method.rawValue) < ($1.pattern, $1.method.rawValue) }
    }

    func add(_ path: RouterPath, _ method: HTTPRequest.Method, for access: RouteAccess, in file: String?) {
        entries.withLock { $0[path.description, default: []].append(method) }
        guard let file else { return }
        let name = file.split(separator: "/").last.map(String.init) ?? file
        listed.withLock { $0.append(Route(pattern: path.description, method: method, access: access, file: name)) }
    }

    /// A table of all addresses for `docs/routes.md`: method, pattern, who may use it, and the file with the handler.
    var markdown: String {
        (["| Method | Address | For | Handler |", "| --- | --- | --- | --- |"]
            + routes.map { "| \($0.method.rawValue) | `\($0.pattern)` | \($0.access.rawValue) | `\($0.file)` |" }).joined(separator: "\n")
    }

    /// The methods of each pattern, as the value of an `Allow` header (RFC 9110, section 10.2.1).
    var allowed: [(pattern: String, methods: String)] {
        entries.withLock(\.self).map { pattern, methods in
            let all = methods + (methods.contains(.get) ? [.head] : []) + [.options]
            return (pattern, all.map(\.rawValue).sorted().joined(separator: ", "))
        }
    }
}
