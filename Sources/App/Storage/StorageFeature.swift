import HTMLTemplates
import Hummingbird
import Synchronization

/// Storage accounts, which count the rows and bytes that members, accounts and clubs have stored, and their limits. In the list of
/// features, this feature must come after all features that have counted rows.
struct StorageFeature: Feature {
    let pages: [any Page.Type] = [ClubStoragePage.self, AccountStoragePage.self]
    let checks = [ConsistencyCheck("storage", StorageQueries().differences())]
    /// Deletes the member's storage account as the last step of the member's erasure, because the storage account shows to which account
    /// the member belonged.
    let erasureSteps = [ErasureStep("storage") { StorageQueries().delete($0) }]
    let scheduledCleanups = [
        ScheduledCleanup("full storage") { _ in StorageQueries().refreshFull() },
        ScheduledCleanup("storage", .server { try await $0[StorageState.self].measure($0) }),
    ]
    private static let largestShown = 10

    func state(_ services: Services) throws -> (any FeatureState)? { StorageState() }

    func add(to site: Site) {
        site.memberGet("/c/:club/storage", showClub)
        site.get("/account/storage") { visit in try await showAccount(visit) }
    }

    private func showClub(_ visit: MemberVisit) async throws -> Response {
        let queries = StorageQueries()
        guard visit.isAdmin else {
            return try visit.page(ClubStoragePage(try await visit.read(queries.storage(of: visit.me)), [], [], visit: visit))
        }
        let (own, all, largest) = try await visit.read(
            queries.storage(of: visit.me), queries.total(), queries.largest(limit: Self.largestShown))
        return try visit.page(ClubStoragePage(own, all, largest, visit: visit))
    }

    private func showAccount(_ visit: Visit) async throws -> Response {
        let account = try visit.signedIn().account
        let (_, amounts, clubs) = try await visit.database.read(
            ClubDirectoryQueries().setAccount(account), StorageQueries().storage(of: account), ClubDirectoryQueries().clubs(of: account))
        return try visit.page(AccountStoragePage(amounts, clubs: clubs, visit: visit))
    }
}

/// The sizes of tables for `/metrics`. They are read again when they are five minutes old.
final class StorageState: FeatureState {
    private struct Measured {
        var amounts: [StorageAmount] = []
        var at: ContinuousClock.Instant?
    }

    private let measured = Mutex(Measured())
    private static let pause = Duration.seconds(300)

    /// Reads the sizes again if they are older than five minutes. Returns 0, because a scheduled cleanup returns the number of deleted
    /// rows, and nothing is deleted here.
    fileprivate func measure(_ services: Services) async throws -> Int {
        let now = ContinuousClock.now
        guard measured.withLock({ $0.at.map { now - $0 > Self.pause } ?? true }) else { return 0 }
        let amounts = try await services.database.read(StorageQueries().tables())
        measured.withLock { $0 = Measured(amounts: amounts, at: now) }
        return 0
    }

    func addGauges(to page: inout PrometheusText) {
        let amounts = measured.withLock(\.amounts).compactMap { stored in stored.kind.map { (kind: $0.rawValue, stored) } }
        page.family("boardwalk_storage_rows", .gauge, "Rows of all clubs by kind, as PostgreSQL estimates them.")
        for (kind, stored) in amounts { page.sample(["kind": kind], stored.rows) }
        page.family("boardwalk_storage_bytes", .gauge, "Bytes of their tables and indexes.")
        for (kind, stored) in amounts { page.sample(["kind": kind], stored.bytes) }
    }
}
