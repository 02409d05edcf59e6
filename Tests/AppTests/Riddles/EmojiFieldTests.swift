import Testing

@testable import App

struct EmojiFieldTests {
    @Test func theFieldNamesTheListAndThePickersOwnFiles() async throws {
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

    @Test func theSkinToneIsKeptOnTheAccount() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let form = club.path + "/riddles/new"
            let second = site.visitor()
            try await second.post("/login", ["login": "ana", "password": "a good long one"])
            try await #expect(second.get(form).text.contains("data-tone=\"yellow\""))
            try await #expect(club.ana.post("/account/skin-tone", ["skin_tone": "medium-dark"]).status == .noContent)
            try await #expect(second.get(form).text.contains("data-tone=\"medium-dark\""))
            try await #expect(club.ben.get(form).text.contains("data-tone=\"yellow\""))
            try await #expect(second.get("/account/comfort").text.contains("value=\"medium-dark\" checked"))
            // What else is comfortable stays as it was, and so does the tone when it is refused.
            try await club.ana.post("/account/comfort", ["scheme": "dark", "skin_tone": "light"])
            try await club.ana.post("/account/skin-tone", ["skin_tone": "dark"])
            try await #expect(second.get(form).text.contains("data-scheme=\"dark\""))
            for wrong in ["", "green", "Dark", "\"><script>"] {
                try await #expect(club.ana.post("/account/skin-tone", ["skin_tone": wrong]).status == .unprocessableContent)
            }
            try await #expect(second.get(form).text.contains("data-tone=\"dark\""))
            try await #expect(site.visitor().post("/account/skin-tone", ["skin_tone": "dark"]).status != .noContent)
        }
    }

    @Test func whatIsWrongStandsAtTheField() async throws {
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
