import Postgres
import Testing

@testable import App

struct FriendTests {
    private func follow(_ one: Visitor, _ other: Visitor, in club: ClubOfTwo) async throws {
        try await one.post(club.path + "/follows", ["member": try await other.member(in: club.path)])
    }

    @Test func `two members who follow each other are friends`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let (ana, ben) = (try await club.ana.member(in: club.path), try await club.ben.member(in: club.path))
            try await follow(club.ana, club.ben, in: club)
            try await #expect(club.ana.get(club.path + "/friends").text.contains("/follows/\(ben)/removal"))
            let asked = try await club.ben.get(club.path + "/friends").text
            #expect(asked.contains("Friend requests") && asked.contains("No friends yet."))
            try await #expect(club.ben.get(club.path + "/members/ana").text.contains("This member would like to be your friend."))
            try await follow(club.ben, club.ana, in: club)
            for person in [club.ana, club.ben] { try await #expect(person.get(club.path + "/friends").text.contains("One friend")) }
            try await #expect(club.ana.get(club.path + "/members/ben").text.contains("You are friends."))
            try await club.ana.post(club.path + "/follows/\(ben)/removal", [:])
            for person in [club.ana, club.ben] { try await #expect(person.get(club.path + "/friends").text.contains("No friends yet.")) }
            // The member who ended the friendship gets no new request, although the other still follows.
            try await #expect(!club.ana.get(club.path + "/friends").text.contains("Friend requests"))
            try await #expect(club.ben.get(club.path + "/friends").text.contains("/follows/\(ana)/removal"))
        }
    }

    @Test func `members who follow each other at the same moment are friends`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            for _ in 0..<8 {
                async let one: Void = follow(club.ana, club.ben, in: club)
                async let other: Void = follow(club.ben, club.ana, in: club)
                _ = try await (one, other)
                try await #expect(club.ana.get(club.path + "/friends").text.contains("One friend"))
                for (person, friend) in [(club.ana, club.ben), (club.ben, club.ana)] {
                    try await person.post(club.path + "/follows/\(try await friend.member(in: club.path))/removal", [:])
                }
            }
        }
    }

    @Test func `a dismissed friend request is not shown again`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let ana = try await club.ana.member(in: club.path)
            try await follow(club.ana, club.ben, in: club)
            try await club.ben.post(club.path + "/follows/\(ana)/dismissal", [:])
            try await #expect(!club.ben.get(club.path + "/friends").text.contains("Friend requests"))
            // The sender is not told about the dismissal.
            try await #expect(club.ana.get(club.path + "/members/ben").text.contains("You have asked to be friends."))
            // A repeated request is not shown either.
            try await club.ana.post(club.path + "/follows/\(try await club.ben.member(in: club.path))/removal", [:])
            try await follow(club.ana, club.ben, in: club)
            try await #expect(!club.ben.get(club.path + "/friends").text.contains("Friend requests"))
            // Following back later still makes them friends.
            try await follow(club.ben, club.ana, in: club)
            try await #expect(club.ana.get(club.path + "/friends").text.contains("One friend"))
        }
    }

    @Test func `a member who stopped following still receives a friend request`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let ben = try await club.ben.member(in: club.path)
            try await follow(club.ana, club.ben, in: club)
            try await club.ana.post(club.path + "/follows/\(ben)/removal", [:])
            try await follow(club.ben, club.ana, in: club)
            try await #expect(club.ana.get(club.path + "/friends").text.contains("Friend requests"))
            for action in ["removal", "dismissal"] {
                let answer = try await club.ana.post(club.path + "/follows/999999/\(action)", [:])
                #expect(answer.status == .seeOther, "\(action)")
            }
        }
    }

    @Test func `a block ends a friendship`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let (ana, ben) = (try await club.ana.member(in: club.path), try await club.ben.member(in: club.path))
            try await follow(club.ana, club.ben, in: club)
            try await follow(club.ben, club.ana, in: club)
            try await club.ben.post(club.path + "/blocks", ["member": ana])
            for person in [club.ana, club.ben] { try await #expect(person.get(club.path + "/friends").text.contains("No friends yet.")) }
            try await #expect(club.ana.post(club.path + "/follows", ["member": ben]).status == .notFound)
            try await club.ben.post(club.path + "/blocks/\(ana)/removal", [:])
            try await #expect(club.ana.get(club.path + "/friends").text.contains("No friends yet."))
        }
    }

    @Test func `members of another club cannot be followed`() async throws {
        try await TestSite.open { site in
            let (club, other) = (try await site.clubOfTwo(), try await site.clubOfTwo("mole", names: ("cleo", "dan")))
            let cleo = try await other.ana.member(in: other.path)
            try await #expect(club.ana.post(club.path + "/follows", ["member": cleo]).status == .notFound)
            for member in ["", "0", "-1", "x", "99999999999999999999", try await club.ana.member(in: club.path)] {
                try await #expect(club.ana.post(club.path + "/follows", ["member": member]).status == .notFound, "\(member)")
            }
            try await #expect(other.ana.get(club.path + "/friends").status == .notFound)
            try await #expect(site.visitor().get(club.path + "/friends").status == .seeOther)
        }
    }

    @Test func `friends of friends are suggested as the privacy settings allow`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let cleo = try await site.person("cleo")
            try await cleo.post(club.invitation, [:])
            for (one, other) in [(club.ana, club.ben), (club.ben, club.ana), (club.ben, cleo), (cleo, club.ben)] {
                try await follow(one, other, in: club)
            }
            let page = try await club.ana.get(club.path + "/friends").text
            #expect(page.contains("People you may know") && page.contains("One friend in common"))
            try await #expect(club.ana.get(club.path + "/members/cleo").text.contains("One friend in common"))
            // Cleo shows her friends only to friends, so friends in common are hidden from others.
            try await cleo.post(club.path + "/profile", ["display_name": "Cleo", "friends_for": "friends"])
            try await #expect(!club.ana.get(club.path + "/members/cleo").text.contains("in common"))
            // Ben hides his friends, so they are not suggested to Ana.
            try await club.ben.post(club.path + "/profile", ["display_name": "Ben", "friends_for": "me"])
            try await #expect(!club.ana.get(club.path + "/friends").text.contains("People you may know"))
            try await club.ben.post(club.path + "/profile", ["display_name": "Ben", "friends_for": "club"])
            try await follow(club.ana, cleo, in: club)
            try await #expect(!club.ana.get(club.path + "/friends").text.contains("People you may know"))
        }
    }

    @Test func `parts of a profile are shown only to their audience`() async throws {
        try await TestSite.open { site in
            let club = try await site.clubOfTwo()
            let (game, x, o) = try await club.game()
            for (player, cell, ply) in [(x, 0, 0), (o, 3, 1), (x, 1, 2), (o, 4, 3), (x, 2, 4)] {
                try await player.post(game + "/moves", ["cell": "\(cell)", "ply": "\(ply)"])
            }
            var form = ["display_name": "Ana", "about": "I like piers.", "shows_reading": "1"]
            for (audience, seesIt) in [("club", true), ("friends", false), ("me", false)] {
                for part in ["about_for", "games_for", "friends_for", "seen_for"] { form[part] = audience }
                try await #expect(club.ana.post(club.path + "/profile", form).status == .seeOther)
                let page = try await club.ben.get(club.path + "/members/ana").text
                #expect(page.contains("I like piers.") == seesIt && page.contains("id=\"ratings\"") == seesIt, "\(audience)")
                #expect(page.contains(game) == seesIt, "\(audience)")
                try await #expect(club.ana.get(club.path + "/members/ana").text.contains("I like piers."))
            }
            try await follow(club.ana, club.ben, in: club)
            try await follow(club.ben, club.ana, in: club)
            try await #expect(!club.ben.get(club.path + "/members/ana").text.contains("I like piers."))
            form["about_for"] = "friends"
            try await club.ana.post(club.path + "/profile", form)
            try await #expect(club.ben.get(club.path + "/members/ana").text.contains("I like piers."))
        }
    }
}
