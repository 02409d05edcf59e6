import Postgres

/// SQL that compares the row `o` (before a change) with the row `n` (after the change). The result is `FactChanges` in JSON.
enum FactChangeTexts {
    static let ofParks = changes(of: ParkForm.facts)
    static let ofRides = changes(of: RideFacts.all)

    private static func changes<Subject>(of facts: [Fact<Subject>]) -> SQL {
        let values = facts.map { fact -> SQL in "(\(fact.quotedName), \(fact.text(in: "o")), \(fact.text(in: "n")))" }.joined(by: ", ")
        return """
            SELECT coalesce(jsonb_object_agg(f.field, jsonb_build_object('before', f.before, 'after', f.after)), '{}')
            FROM (VALUES \(values)) f (field, before, after) WHERE f.before <> f.after
            """
    }
}
