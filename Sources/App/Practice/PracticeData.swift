import Postgres

enum PracticeData {
    static let exports = [
        Export(
            "practice-games", of: "practice_results",
            fields: [
                "game": "game", "level": "level", "won": "is_won", "good": "is_good", "points": "points", "guesses_or_moves": "steps",
                "fewest": "least", "hints": "hints", "started_at": "started_at", "finished_at": "finished_at",
                "taps":
                    "CASE WHEN left_taps + right_taps > 0 THEN json_build_object('left', left_taps, 'left_ms', left_ms, 'left_missed', left_missed, 'right', right_taps, 'right_ms', right_ms, 'right_missed', right_missed) END",
            ]),
        Export("practice-levels", .record { PracticeDataQueries().levels(of: $0) }),
        Export("practice-score", .record { PracticeDataQueries().totals(of: $0) }),
        Export(
            "practice-settings", recordOf: "practice_settings",
            fields: [
                "keyboard": "keyboard", "hand": "hand", "switches": "switches", "scan_pace_ms": "scan_pace",
                "measures_taps": "measures_taps", "shows_clock": "shows_clock", "on_the_leaderboard": "is_ranked",
                "began_anew_at": "reset_at",
            ]),
        Export("practice-days") { PracticeDataQueries().days(of: $0, after: $1, limit: $2) },
        Export(
            "practice-links", of: "practice_links",
            fields: ["for": "label", "parts": "parts", "made_at": "made_at", "ends_at": "ends_at", "seen_at": "seen_at"]),
        Export("practice-tasks") { PracticeDataQueries().tasks(of: $0, after: $1, limit: $2) },
    ]

    static let erasureSteps = [
        ErasureStep(deleting: "practice_results", by: "id", atOnce: 1000),
        ErasureStep(deleting: "practice_levels"),
        ErasureStep(deleting: "practice_settings"),
        ErasureStep(deleting: "practice_totals"),
        ErasureStep(deleting: "practice_days"),
        ErasureStep(deleting: "practice_links"),
        ErasureStep(deleting: "practice_tasks"),
    ]
}
