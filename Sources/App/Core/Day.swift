import Postgres

/// Days, which begin at midnight where somebody is.
enum Day {
    /// The day (`date`) of a `moment` (`timestamptz`) in a time zone, by its name in the IANA Time Zone Database.
    static func of(_ moment: SQL, in zone: SQL) -> SQL { "(\(moment) AT TIME ZONE \(zone))::date" }
}
