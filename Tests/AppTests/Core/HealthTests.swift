import TestSupport
import Testing

@testable import App

/// Tests `/readyz`, which load balancers ask.
struct HealthTests {
    @Test func `an instance is ready while new sessions of the database work`() async throws {
        try await TestSite.open { site in
            try await #expect(site.visitor().get("/readyz").status == .ok)
        }
    }

    @Test func `an instance is not ready when new sessions fail, although open ones work`() async throws {
        try await TestSite.open { site in
            try site.run(
                """
                CREATE OR REPLACE FUNCTION session_works() RETURNS boolean LANGUAGE plpgsql STABLE
                AS $$ BEGIN RAISE EXCEPTION 'could not load library'; END $$
                """)
            let answer = try await site.visitor().get("/readyz")
            #expect(answer.status == .serviceUnavailable && answer.text.contains("restart PostgreSQL"))
            try await #expect(site.visitor().get("/").status == .ok)
        }
    }
}
