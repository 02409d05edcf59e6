import Postgres

/// Triggers update the table `storage`. Row-level security shows only the rows of the current club (`app.club_id`) and of the current
/// account (`app.account_id`).
struct StorageQueries {
    func storage(of member: ID<Member>) -> Query<[StorageAmount]> {
        .all(
            """
            SELECT kind, rows, bytes FROM storage WHERE club_id = current_setting('app.club_id')::bigint AND member_id = $1
            """, member)
    }

    func total() -> Query<[StorageAmount]> {
        .all(
            """
            SELECT kind, sum(rows)::bigint, sum(bytes)::bigint FROM storage WHERE club_id = current_setting('app.club_id')::bigint
            GROUP BY kind
            """)
    }

    func largest(limit: Int) -> Query<[MemberStorage]> {
        .all(
            """
            SELECT \(PersonRecord.columns(of: "m")), s.bytes FROM (
                SELECT club_id, member_id, sum(bytes)::bigint AS bytes FROM storage
                WHERE club_id = current_setting('app.club_id')::bigint AND member_id > 0
                GROUP BY club_id, member_id ORDER BY 3 DESC, 2 LIMIT $1
            ) s JOIN members m ON m.club_id = s.club_id AND m.id = s.member_id WHERE m.left_at IS NULL AND s.bytes > 0
            ORDER BY s.bytes DESC, m.id
            """, limit)
    }

    /// The stored rows and bytes of an account in all its clubs. An earlier statement of the transaction must set the account
    /// (`ClubDirectoryQueries.name`).
    func storage(of account: ID<Account>) -> Query<[StorageAmount]> {
        .all("SELECT kind, sum(rows)::bigint, sum(bytes)::bigint FROM storage WHERE account_id = $1 GROUP BY kind", account)
    }

    func delete(_ member: ID<Member>) -> Query<Int> { .change("DELETE FROM storage WHERE member_id = $1", member) }

    /// Checks again which limits the current club and its members have reached, and removes the limits that they no longer reach from
    /// `full_storage`. Returns the number of changed rows.
    func refreshFull() -> Query<Int> { .one("SELECT refresh_full_storage()") }

    /// A sentence for each storage account that differs from the rows that it counts. Empty if there are no differences.
    func differences() -> Query<[String]> { .all("SELECT * FROM storage_differences()") }

    /// The size of the tables of each kind: the estimated number of rows, and the bytes of the tables and their indexes.
    func tables() -> Query<[StorageAmount]> {
        .all(
            """
            SELECT t.kind, sum(greatest((SELECT c.reltuples FROM pg_class c WHERE c.oid = t.name::regclass), 0) * t.rows)::bigint,
                sum(pg_total_relation_size(t.name::regclass))::bigint
            FROM stored_tables t GROUP BY t.kind
            """)
    }
}

struct StorageAmount: RowDecodable {
    /// The kind of the rows. Nil if this version of the server does not know the kind.
    var kind: StorageKind?
    var rows: Int
    var bytes: Int

    init(_ row: inout Row) throws {
        kind = StorageKind(rawValue: try row.next())
        rows = try row.next()
        bytes = try row.next()
    }
}

struct MemberStorage: RowRecord {
    var person: PersonRecord
    var bytes: Int

    static let decoder = RowDecoder(MemberStorage.init)
}
