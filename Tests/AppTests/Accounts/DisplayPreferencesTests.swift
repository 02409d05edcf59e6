import Testing

@testable import App

struct DisplayPreferencesTests {
    @Test func `display preferences apply on every page and device`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let second = site.visitor()
            try await second.post("/login", ["login": "ana", "password": "a good long one"])
            try await #expect(!second.get(club.path + "/lobby").text.contains("data-text"))
            try await club.ana.post(
                "/account/display",
                ["scheme": "dark", "text": "largest", "targets": "big", "hand": "left", "skin_tone": "medium-light"])
            for page in ["/account", club.path + "/lobby", club.path + "/lobby/frame", club.path + "/lobby/messages"] {
                let text = try await second.get(page).text.replacing("\n", with: "")
                #expect(text.contains("data-scheme=\"dark\" data-text=\"largest\" data-targets=\"big\" data-hand=\"left\""), "\(page)")
            }
            try await #expect(!club.ben.get(club.path + "/lobby").text.contains("data-scheme"))
            let form = try await club.ana.get("/account/display").text
            #expect(form.matches(of: /value="(dark|largest|big|left|medium-light)" checked/).count == 5)
            try await club.ana.post("/account/display", ["scheme": "purple", "text": "\"><script>"])
            try await #expect(!second.get(club.path + "/lobby").text.contains("data-scheme"))
            try await #expect(site.visitor().get("/account/display").status == .seeOther)
        }
    }
}
