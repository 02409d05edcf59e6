import Hummingbird
import Synchronization

/// Which methods each pattern of the router answers, which patterns are polled, and which take files.
final class SiteMap: Sendable {
    private let entries = Mutex<[String: [HTTPRequest.Method]]>([:])
    private let live = Mutex<[LiveRoute]>([])
    private let filed = Mutex<Set<String>>([])

    var patterns: [String] { entries.withLock { Array($0.keys) } }

    /// Those that answer requests of a method.
    func patterns(answering method: HTTPRequest.Method) -> Set<String> {
        entries.withLock { Set($0.filter { $0.value.contains(method) }.keys) }
    }

    /// The addresses that are polled.
    var liveRoutes: [LiveRoute] { live.withLock(\.self) }

    /// Patterns whose handlers receive forms with files themselves.
    var uploads: Set<String> { filed.withLock(\.self) }

    /// The pages of forms that lie elsewhere than above them, below the club's path.
    private let formPages = Mutex<[String: String]>([:])

    func noteForm(_ path: RouterPath, on page: String) { formPages.withLock { $0[path.description] = page } }

    /// Has each address that answers POST alone lead those who ask for it back to the page on which its form stands: the one that was said,
    /// else the nearest above it that can be looked at.
    func leadBack(on site: Site) {
        let (pages, elsewhere) = (patterns(answering: .get), formPages.withLock(\.self))
        for pattern in patterns(answering: .post).subtracting(pages) {
            var above = pattern.split(separator: "/")
            repeat { above.removeLast() } while !above.isEmpty && !pages.contains("/" + above.joined(separator: "/"))
            let (depth, page) = (above.count, elsewhere[pattern])
            site.get(RouterPath(stringLiteral: pattern)) { visit in
                let there = "/" + visit.request.uri.path.split(separator: "/").prefix(depth).joined(separator: "/")
                guard pattern.hasPrefix("/c/") else { return visit.redirect(to: there) }
                let visit = try await MemberVisit(visit)
                return visit.redirect(to: page.map { visit.club.path + Self.filled($0, visit.context.parameters) } ?? there)
            }
        }
    }

    /// A pattern with what an address has in its places.
    private static func filled(_ pattern: String, _ parameters: Parameters) -> String {
        pattern.split(separator: "/").map { "/" + ($0.first == ":" ? parameters.get(String($0.dropFirst())) ?? "" : String($0)) }.joined()
    }

    func noteUpload(_ path: RouterPath) { _ = filed.withLock { $0.insert(path.description) } }

    func note(_ route: LiveRoute) { live.withLock { $0.append(route) } }

    func note(_ path: RouterPath, _ method: HTTPRequest.Method) {
        entries.withLock { $0[path.description, default: []].append(method) }
    }

    /// The methods of each pattern, as an `Allow` header has them (RFC 9110, section 10.2.1).
    var allowed: [(pattern: String, methods: String)] {
        entries.withLock(\.self).map { pattern, methods in
            let all = methods + (methods.contains(.get) ? [.head] : []) + [.options]
            return (pattern, all.map(\.rawValue).sorted().joined(separator: ", "))
        }
    }
}
