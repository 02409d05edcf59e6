import HTMLTemplates

extension ClubPart {
    static let photos = ClubPart(
        name: "photos", label: "Photos", path: "/photos", folders: ["photos"], icon: "photo",
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
        Export("photos") { PhotoDataQueries().photos(of: $0, after: $1, limit: $2) },
        Export("photo-tags") { PhotoDataQueries().tags(of: $0, after: $1, limit: $2) },
        Export("likes") { PhotoDataQueries().likes(of: $0, after: $1, limit: $2) },
        Export("photos", .files { PhotoDataQueries().file(of: $0, after: $1) }),
    ]
    let erasureSteps = [
        // The steps are small, because the files of the photos are deleted as well.
        ErasureStep("photos", .rows(atOnce: 20) { PhotoDataQueries().clearPhotos(of: $0, limit: $1) }),
        ErasureStep("likes", .rows(atOnce: 2000) { PhotoDataQueries().clearLikes(of: $0, limit: $1) }),
    ]

    func state(_ services: Services) throws -> (any FeatureState)? { PhotoState(services) }

    func add(to site: Site) {
        PhotoRoutes().add(to: site)
        OwnPhotoRoutes().add(to: site)
        PhotoFileRoutes().add(to: site)
    }

    func showMore(in demo: DemoScene) async throws { try await DemoPhotos(scene: demo).create() }
}
