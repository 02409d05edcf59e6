import Testing

@testable import App

struct EmojiFieldTests {
    @Test func `the emoji picker's files load only on the riddle form`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let page = try await club.ana.get(club.path + "/riddles/new").text
            let list = try await club.ana.get(String(try #require(page.firstMatch(of: /data-emoji="(\/assets\/emoji-\w{12}\.txt)"/)).1))
            #expect(list.status == .ok && list.headers[.cacheControl] == "public, max-age=31536000, immutable")
            let lines = list.text.split(separator: "\n")
            #expect(lines.first == "=Smileys and emotion" && lines.contains("👋\twaving hand\t👋a\twave"))
            #expect(lines.contains("⛹️\tperson bouncing ball\t⛹a\t") && lines.contains("🧑‍🤝‍🧑\tpeople holding hands\t🧑a‍🤝‍🧑a\t"))
            for kind in [/href="(\/assets\/emoji-\w{12}\.css)"/, /src="(\/assets\/emoji-\w{12}\.js)"/] {
                try await #expect(club.ana.get(String(try #require(page.firstMatch(of: kind)).1)).status == .ok)
            }
            try await #expect(!club.ana.get(club.path + "/lobby").text.contains("/assets/emoji-"))
        }
    }

    @Test func `the skin tone is stored with the account`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let form = club.path + "/riddles/new"
            let second = site.visitor()
            try await second.post("/login", ["login": "ana", "password": "a good long one"])
            try await #expect(second.get(form).text.contains("data-tone=\"yellow\""))
            try await #expect(club.ana.post("/account/skin-tone", ["skin_tone": "medium-dark"]).status == .noContent)
            try await #expect(second.get(form).text.contains("data-tone=\"medium-dark\""))
            try await #expect(club.ben.get(form).text.contains("data-tone=\"yellow\""))
            try await #expect(second.get("/account/display").text.contains("value=\"medium-dark\" checked"))
            // Other display preferences do not change, and a refused skin tone does not replace the stored one.
            try await club.ana.post("/account/display", ["scheme": "dark", "skin_tone": "light"])
            try await club.ana.post("/account/skin-tone", ["skin_tone": "dark"])
            try await #expect(second.get(form).text.contains("data-scheme=\"dark\""))
            for wrong in ["", "green", "Dark", "\"><script>"] {
                try await #expect(club.ana.post("/account/skin-tone", ["skin_tone": wrong]).status == .unprocessableContent)
            }
            try await #expect(second.get(form).text.contains("data-tone=\"dark\""))
            try await #expect(site.visitor().post("/account/skin-tone", ["skin_tone": "dark"]).status != .noContent)
        }
    }

    @Test func `emoji problems are shown at the field`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let form = ["solution": "A smile", "audience": "club", "kind": "saying"]
            for (emoji, sentence) in [
                ("😀<", "Please use emoji only. There is “&lt;” in it."), ("", "Please choose at least one emoji."),
                (String(repeating: "😀", count: 13), "Please use at most 12 emoji."),
            ] {
                let answer = try await club.ana.post(club.path + "/riddles", form.merging(["emoji": emoji]) { $1 })
                #expect(answer.status == .unprocessableContent && answer.text.contains(sentence), "\(emoji)")
                #expect(answer.text.contains("aria-describedby=\"emoji-hint emoji-problem\" aria-invalid=\"true\""))
            }
        }
    }
}
