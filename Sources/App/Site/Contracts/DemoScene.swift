import Postgres

/// The demo club, which features fill with sample data by their usual statements.
struct DemoScene: Sendable {
    let services: Services
    let club: ID<Club>
    let ana: ID<Member>
    let ben: ID<Member>
    let carmen: ID<Member>

    @discardableResult
    func write<each Output: Sendable>(_ queries: repeat Query<each Output>) async throws -> (repeat each Output) {
        try await services.database.write(tenant: club.rawValue, repeat each queries)
    }

    @discardableResult
    func write<Output: Sendable>(_ query: Query<Output>) async throws -> Output {
        try await services.database.write(tenant: club.rawValue, query)
    }

    func read<Output: Sendable>(_ query: Query<Output>) async throws -> Output {
        try await services.database.read(tenant: club.rawValue, query)
    }
}
