import Crypto
import FoundationEssentials
import Postgres

/// The photos of the demo club: drawings from `Public/demo` that are stored like uploaded photos, with likes and comments.
struct DemoPhotos: Sendable {
    private struct DemoPhoto: Sendable {
        var drawing: String
        var by: String
        var caption: String
        var description: String
        var likedBy: [String] = []
        var comments: [(by: String, text: String)] = []
        var isAvatar = false
    }

    private static let demoPhotos = [
        DemoPhoto(drawing: "ana", by: "ana", caption: "", description: "Ana, smiling, with her curls in a bun", isAvatar: true),
        DemoPhoto(drawing: "ben", by: "ben", caption: "", description: "Ben, smiling, with round golden glasses", isAvatar: true),
        DemoPhoto(drawing: "carmen", by: "carmen", caption: "", description: "Carmen, laughing, in a red scarf", isAvatar: true),
        DemoPhoto(
            drawing: "parasols", by: "carmen", caption: "Spot us: third towel from the water",
            description: "A beach seen from straight above: striped parasols, people on towels, swimmers and a rowing boat in the sea",
            likedBy: ["ana"]),
        DemoPhoto(
            drawing: "wheel", by: "ben", caption: "Last ride of the season",
            description: "A ferris wheel with a star of lit bulbs against the evening sky, and a crowd before it",
            likedBy: ["ana", "carmen"],
            comments: [("carmen", "We were in the green one!"), ("ben", "I waved.")]),
        DemoPhoto(
            drawing: "sand", by: "ana", caption: "Won it just before the tide did",
            description: "Noughts and crosses in wet sand: three crosses of shells win on the diagonal as a wave comes in", likedBy: ["ben"]
        ),
        DemoPhoto(
            drawing: "chips", by: "ben", caption: "He only wanted one. He had nine.",
            description: "A gull on the railing of the pier eyes a paper cone of chips", likedBy: ["ana", "carmen"],
            comments: [("ana", "The look on his face 😂")]),
        DemoPhoto(
            drawing: "night", by: "carmen", caption: "Rowed out to see the lights",
            description: "The pier at night under a full moon, its lamps and its ferris wheel reflected in dark water", likedBy: ["ben"]),
        DemoPhoto(
            drawing: "coaster", by: "ana", caption: "Hands up! (Whose hat was that?)",
            description: "A train full of laughing people tops a wooden coaster in front of a huge pale sun, and a straw hat flies off",
            likedBy: ["ben", "carmen"], comments: [("carmen", "Mine. It has gone to sea."), ("ben", "It suits the sea.")]),
    ]

    let scene: DemoScene
    private var services: Services { scene.services }
    private var club: ID<Club> { scene.club }

    /// Throws `Refusal` if vips is not installed.
    func create() async throws {
        for demoPhoto in Self.demoPhotos {
            try await create(demoPhoto)
            services.announcer.announce(.lobby(club))
        }
    }

    private func create(_ demoPhoto: DemoPhoto) async throws {
        guard let owner = try await services.members.member(demoPhoto.by, in: club) else { return }
        let file = URL(filePath: services.settings.root).appending(path: "Public/demo/\(demoPhoto.drawing).svg").path()
        var photo = NewPhoto(
            pictures: try await services.pictures.pictures(ofDrawing: file),
            digest: Array(SHA256.hash(data: try Data(contentsOf: URL(filePath: file)))))
        photo.texts.caption = demoPhoto.caption
        photo.texts.description = demoPhoto.description
        let queries = PhotoQueries()
        guard let id = try await scene.write(queries.add(photo, by: owner, clubBytes: services.settings.clubPhotoMegabytes << 20)) else {
            return
        }
        if demoPhoto.isAvatar {
            let avatar = try await services.pictures.avatar(of: photo.pictures.large.bytes, for: .server)
            try await scene.write(queries.storeAvatar(avatar, of: id, by: owner))
            try await scene.write(queries.setAvatar(id, of: owner))
        }
        for name in demoPhoto.likedBy {
            guard let member = try await services.members.member(name, in: club) else { continue }
            try await scene.write(queries.setLike(true, id, by: member))
            try await scene.write(PhotoNoticeQueries().notifyOfLike(of: id, by: member))
        }
        for (name, text) in demoPhoto.comments {
            guard let member = try await services.members.member(name, in: club) else { continue }
            try await scene.say(in: .photo(id), (member, text))
            try await scene.write(PhotoNoticeQueries().notifyOfComment(on: id, by: member))
        }
    }
}
