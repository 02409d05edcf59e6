import Postgres

struct DemoPractice {
    let scene: DemoScene

    func play() async throws {
        let tasks = TaskQueries()
        for (title, time, game) in [
            ("Walk along the water", "08:30", nil), ("", "17:00", PracticeGame.wordley), ("Stretch my left hand", "", nil),
        ] {
            var task = TaskForm()
            (task.title, task.time, task.game) = (game.map { "A game of \($0.title)" } ?? title, time, game)
            try await scene.write(tasks.add(task, by: scene.ana, in: "UTC"))
        }
        let sharing = PracticeSharingQueries()
        try await scene.write(
            sharing.setAudience(.club, of: scene.ana), sharing.setRanked(true, scene.ana),
            sharing.create(SessionToken(), "My therapist", [.wordley, .tasks], by: scene.ana))
    }
}
