import HTMLTemplates

extension ClubPart {
    static let photos = ClubPart(
        name: "photos", label: "Photos", path: "/photos", pathComponents: ["photos"], icon: "photo",
        purpose: "Photos that members share, with likes and comments, and as their pictures.")
}

struct PhotoFeature: Feature {
    let part: ClubPart? = .photos
    let cards = [AnyHubCard(PhotosCard.self)]
    let pages: [any Page.Type] = [
        PhotosPage.self, PhotoPage.self, PhotoSelectingPage.self, PhotosDeletionPage.self, PhotoDeletionPage.self,
        PhotoLive.self, LikesPage.self,
    ]
    let profileSections = [AnyProfileSection(ProfilePhotos.self)]
    let rooms = [ChatRoomKind.photo]
    let notices = NoticeKind.ofPhotos
    let badges = [PhotoBadges.photos]
    let exports = [
        Export(
            "photos", of: "photos",
            fields: [
                "id": "id", "file": "'photos/' || id::text || '.webp'", "caption": "caption", "description": "description",
                "audience": "audience", "conversation": "conversation_id", "likes": "likes", "shared_at": "created_at",
            ]),
        Export("photo-tags") { PhotoDataQueries().tags(of: $0, after: $1, limit: $2) },
        Export("likes", of: "likes", by: "photo_id", fields: ["photo": "photo_id", "at": "created_at"]),
        Export("photos", .files { PhotoDataQueries().file(of: $0, after: $1) }),
    ]
    let erasureSteps = [
        // The steps are small, because the files of the photos are deleted as well.
        ErasureStep(deleting: "photos", by: "id", atOnce: 20),
        ErasureStep("likes", .rows(atOnce: 2000) { PhotoDataQueries().eraseLikes(of: $0, limit: $1) }),
    ]

    func state(_ services: Services) throws -> (any FeatureState)? { PhotoState(services) }

    func add(to site: Site) {
        PhotoRoutes().add(to: site)
        OwnPhotoRoutes().add(to: site)
        PhotoFileRoutes().add(to: site)
    }

    func createMoreDemoData(in demo: DemoScene) async throws { try await DemoPhotos(scene: demo).create() }
}
