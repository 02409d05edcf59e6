import Postgres

/// SQL that compares the row `o` (before a change) with the row `n` (after the change). The result is `FactChanges` in JSON.
///
/// The texts have to be the same as the texts that `ParkForm` and `RideForm` write.
enum FactChangeTexts {
    static let ofParks: SQL = """
        SELECT coalesce(jsonb_object_agg(f.field, jsonb_build_array(f.before, f.after)), '{}') FROM (VALUES
            ('former_names', array_to_string(o.former_names, '; '), array_to_string(n.former_names, '; ')),
            ('country', o.country, n.country),
            ('latitude', \(degrees("o.latitude")), \(degrees("n.latitude"))),
            ('longitude', \(degrees("o.longitude")), \(degrees("n.longitude"))),
            ('time_zone', o.time_zone, n.time_zone),
            ('opened', coalesce(o.opened, ''), coalesce(n.opened, '')),
            ('closes_at', coalesce(to_char(o.closes_at, 'HH24:MI'), ''), coalesce(to_char(n.closes_at, 'HH24:MI'), ''))
        ) f (field, before, after) WHERE f.before <> f.after
        """

    static let ofRides: SQL = """
        SELECT coalesce(jsonb_object_agg(f.field, jsonb_build_array(f.before, f.after)), '{}') FROM (VALUES
            ('former_names', array_to_string(o.former_names, '; '), array_to_string(n.former_names, '; ')),
            ('kind', o.kind, n.kind),
            ('status', o.status, n.status),
            ('opened', coalesce(o.opened, ''), coalesce(n.opened, '')),
            ('closed', coalesce(o.closed, ''), coalesce(n.closed, '')),
            ('maker', o.maker, n.maker),
            ('model', o.model, n.model),
            ('material', o.material, n.material),
            ('seating', o.seating, n.seating),
            ('restraint', o.restraint, n.restraint),
            ('launch', o.launch, n.launch),
            ('height', \(number("o.height_cm", in: "100")), \(number("n.height_cm", in: "100"))),
            ('length', \(number("o.length_cm", in: "100")), \(number("n.length_cm", in: "100"))),
            ('speed', \(number("o.speed_mh", in: "1000")), \(number("n.speed_mh", in: "1000"))),
            ('inversions', \(number("o.inversions", in: "1")), \(number("n.inversions", in: "1"))),
            ('duration', \(number("o.duration_s", in: "1")), \(number("n.duration_s", in: "1"))),
            ('is_indoor', \(flag("o.is_indoor")), \(flag("n.is_indoor"))),
            ('is_kiddie', \(flag("o.is_kiddie")), \(flag("n.is_kiddie"))),
            ('notes', o.notes, n.notes),
            ('source', o.source, n.source)
        ) f (field, before, after) WHERE f.before <> f.after
        """

    /// SQL for a number as text. For example, a value of 2450 in a unit of 100 is "24.5".
    private static func number(_ value: SQL, in unit: SQL) -> SQL {
        "coalesce(trim_scale(\(value)::numeric / \(unit))::text, '')"
    }

    private static func flag(_ value: SQL) -> SQL { "CASE WHEN \(value) THEN '1' ELSE '' END" }

    /// SQL for degrees as text. The text is the same as that of a `Double` in Swift, with ".0" after whole numbers.
    private static func degrees(_ value: SQL) -> SQL {
        "coalesce(\(value)::text || CASE WHEN \(value) = trunc(\(value)) THEN '.0' ELSE '' END, '')"
    }
}
