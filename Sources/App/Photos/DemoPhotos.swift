import Crypto
import FoundationEssentials
import Postgres

/// The photos of the demo club: drawings of our own from `Public/demo`, stored as any photo is, with what is said about them.
struct DemoPhotos: Sendable {
    private struct Print: Sendable {
        var drawing: String
        var by: String
        var caption: String
        var description: String
        var likedBy: [String] = []
        var talk: [(by: String, text: String)] = []
        /// Whether it is the picture beside the name, too.
        var isFace = false
    }

    private static let prints = [
        Print(drawing: "ana", by: "ana", caption: "", description: "Ana, smiling, with her curls in a bun", isFace: true),
        Print(drawing: "ben", by: "ben", caption: "", description: "Ben, smiling, with round golden glasses", isFace: true),
        Print(drawing: "carmen", by: "carmen", caption: "", description: "Carmen, laughing, in a red scarf", isFace: true),
        Print(
            drawing: "parasols", by: "carmen", caption: "Spot us: third towel from the water",
            description: "A beach seen from straight above: striped parasols, people on towels, swimmers and a rowing boat in the sea",
            likedBy: ["ana"]),
        Print(
            drawing: "wheel", by: "ben", caption: "Last ride of the season",
            description: "A ferris wheel with a star of lit bulbs against the evening sky, and a crowd before it",
            likedBy: ["ana", "carmen"],
            talk: [("carmen", "We were in the green one!"), ("ben", "I waved.")]),
        Print(
            drawing: "sand", by: "ana", caption: "Won it just before the tide did",
            description: "Noughts and crosses in wet sand: three crosses of shells win on the diagonal as a wave comes in", likedBy: ["ben"]
        ),
        Print(
            drawing: "chips", by: "ben", caption: "He only wanted one. He had nine.",
            description: "A gull on the railing of the pier eyes a paper cone of chips", likedBy: ["ana", "carmen"],
            talk: [("ana", "The look on his face 😂")]),
        Print(
            drawing: "night", by: "carmen", caption: "Rowed out to see the lights",
            description: "The pier at night under a full moon, its lamps and its ferris wheel reflected in dark water", likedBy: ["ben"]),
        Print(
            drawing: "coaster", by: "ana", caption: "Hands up! (Whose hat was that?)",
            description: "A train full of laughing people tops a wooden coaster in front of a huge pale sun, and a straw hat flies off",
            likedBy: ["ben", "carmen"], talk: [("carmen", "Mine. It has gone to sea."), ("ben", "It suits the sea.")]),
    ]

    let scene: DemoScene
    private var services: Services { scene.services }
    private var club: ID<Club> { scene.club }

    /// Hangs them up. Throws `Refusal` where vips is missing.
    func hang() async throws {
        for print in Self.prints {
            try await hang(print)
            services.announcer.announce(.lobby(club))
        }
    }

    private func hang(_ print: Print) async throws {
        guard let owner = try await services.members.member(print.by, in: club) else { return }
        let file = URL(filePath: services.settings.root).appending(path: "Public/demo/\(print.drawing).svg").path()
        var photo = NewPhoto(
            pictures: try await services.photos.pictures(ofDrawing: file),
            digest: Array(SHA256.hash(data: try Data(contentsOf: URL(filePath: file)))))
        photo.words.caption = print.caption
        photo.words.description = print.description
        let queries = PhotoQueries()
        guard let id = try await scene.write(queries.add(photo, by: owner, clubBytes: services.settings.clubPhotoMegabytes << 20)) else {
            return
        }
        if print.isFace {
            let face = try await services.photos.face(of: photo.pictures.large.bytes, for: .house)
            try await scene.write(queries.addFace(face, of: id, by: owner))
            try await scene.write(queries.setPicture(id, of: owner))
        }
        for name in print.likedBy {
            guard let member = try await services.members.member(name, in: club) else { continue }
            try await scene.write(queries.setLike(true, id, by: member))
            try await scene.write(PhotoNoticeQueries().like(of: id, by: member))
        }
        for (name, text) in print.talk {
            guard let member = try await services.members.member(name, in: club) else { continue }
            try await scene.say(in: .photo(id), (member, text))
            try await scene.write(PhotoNoticeQueries().comment(on: id, by: member))
        }
    }
}
