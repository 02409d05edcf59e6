import HTTPTypes
import TestSupport
import Testing

@testable import App

/// Sends a request of each kind of visitor to the routes of the site map.
struct RouteAccessTests {
    /// The routes of a kind in a club, with 1 for each number in the address.
    private static func requests(for access: RouteAccess, in club: String, _ site: TestSite) -> [(method: HTTPRequest.Method, path: String)]
    {
        siteRouter(site.server.services).map.routes.filter { $0.access == access }.map { route in
            let path = route.pattern.split(separator: "/").map { part in
                part == "{club}" ? club : part.hasPrefix("{") ? "1" : String(part)
            }
            return (route.method, "/" + path.joined(separator: "/"))
        }
    }

    private static func status(
        of request: (method: HTTPRequest.Method, path: String), _ visitor: Visitor
    ) async throws -> HTTPResponse.Status {
        try await request.method == .post ? visitor.post(request.path, [:]).status : visitor.get(request.path).status
    }

    @Test func `only admins may use routes for admins`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let stranger = try await site.person("cleo")
            let requests = Self.requests(for: .admins, in: "pier", site)
            #expect(requests.count > 20)
            for request in requests {
                let (member, other) = (try await Self.status(of: request, club.ben), try await Self.status(of: request, stranger))
                #expect(member == .forbidden && other == .notFound, "\(request) \(member) \(other)")
            }
            for request in requests { try await #expect(Self.status(of: request, club.ana) != .forbidden, "\(request)") }
        }
    }

    @Test func `only members may use routes for members`() async throws {
        try await TestSite.open { site in
            _ = try await site.clubOfTwo(visibility: "public")
            let stranger = try await site.person("cleo")
            for request in Self.requests(for: .members, in: "pier", site) + Self.requests(for: .admins, in: "pier", site) {
                let status = try await Self.status(of: request, stranger)
                #expect(status == .forbidden, "\(request) \(status)")
            }
        }
    }
}
