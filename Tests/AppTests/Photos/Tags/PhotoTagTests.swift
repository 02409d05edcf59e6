import Foundation
import HTTPTypes
import Postgres
import TestSupport
import Testing

@testable import App
@testable import Web

struct PhotoTagTests {
    @Test func `a photo shared from a ride's gallery is tagged with it`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let number = try #require(ride.split(separator: "/").last)
            let gallery = "\(club.path)/photos?tag=ride-\(number)"
            let page = try await club.ana.get(gallery).text
            #expect(page.contains("Photos of <bdi>Tidal Wave</bdi>") && page.contains("action=\"\(gallery)\""))
            let sent = try await club.ana.upload(gallery, ["caption": "Hands up"], [("a.jpg", try Images.jpeg(width: 40, height: 8))])
            let path = try #require(sent.headers[.location])
            #expect(path.hasSuffix("?tag=ride-\(number)"))
            let photo = String(try #require(path.split(separator: "?").first))
            for place in [ride, gallery] { try await #expect(club.ben.get(place).text.contains("src=\"\(photo)/small\""), "\(place)") }
            try await #expect(club.ben.get(path).text.contains("href=\"\(gallery)\">"))
            // Previous and next lead through the photos with the same tag.
            let second = try #require(
                try await club.ben.upload(gallery, [:], [("b.jpg", try Images.jpeg(width: 41, height: 8))]).headers[.location])
            try await #expect(club.ana.get(path).text.contains("href=\"\(second)\" rel=\"prev\""))
            // Only the photo's owner can remove its tag.
            try await club.ben.post(photo, ["tags": "1"])
            try await #expect(club.ben.get(gallery).text.contains("src=\"\(photo)/small\""))
            try await club.ana.post(photo, ["caption": "Still here", "tag": "ride-\(number)", "tags": "1"])
            try await #expect(club.ben.get(gallery).text.contains("src=\"\(photo)/small\""))
            try await club.ana.post(photo, ["caption": "Gone from there"])
            try await #expect(club.ben.get(gallery).text.contains("src=\"\(photo)/small\""))
            try await club.ana.post(photo, ["tags": "1"])
            try await #expect(!club.ben.get(gallery).text.contains("src=\"\(photo)/small\""))
            try await #expect(club.ben.get(photo).status == .ok)
        }
    }

    @Test func `a private photo is hidden in galleries and on ride pages`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let number = try #require(ride.split(separator: "/").last)
            let gallery = "\(club.path)/photos?tag=ride-\(number)"
            for audience in ["me", "friends"] {
                let image = try Images.jpeg(width: audience.utf8.count + 40, height: 8)
                let path = try #require(try await club.ana.upload(gallery, ["audience": audience], [("a.jpg", image)]).headers[.location])
                let photo = try #require(path.split(separator: "?").first)
                for place in [ride, gallery] {
                    try await #expect(!club.ben.get(place).text.contains("src=\"\(photo)/small\""), "\(place)")
                    try await #expect(club.ana.get(place).text.contains("src=\"\(photo)/small\""), "\(place)")
                }
            }
        }
    }

    @Test func `a gallery for an unknown tag is not found`() async throws {
        try await TestSite.open { site in
            let (club, ride) = try await site.clubWithARide()
            let number = try #require(ride.split(separator: "/").last)
            for tag in ["ride-999999", "ride-", "ride", "rides-\(number)", "-1", "ride--1", "lobby-1", "ride-1-1", "%00", "park-0"] {
                try await #expect(club.ben.get("\(club.path)/photos?tag=\(tag)").status == .notFound, "\(tag)")
            }
            let image = try Images.jpeg(width: 40, height: 8)
            try await #expect(club.ben.upload("\(club.path)/photos?tag=ride-999999", [:], [("a.jpg", image)]).status == .notFound)
            // A ride of another club is not found.
            let other = try await site.clubOfTwo("quay", names: ("cleo", "dan"))
            try await #expect(other.ana.get("\(other.path)/photos?tag=ride-\(number)").status == .notFound)
            // A ride is not found in a club that has switched off rides.
            try await club.ana.post(club.path + "/parts", ["on-play": "1", "on-messages": "1", "on-photos": "1"])
            try await #expect(club.ben.get("\(club.path)/photos?tag=ride-\(number)").status == .notFound)
        }
    }
}
