import HTMLTemplates

extension ClubPart {
    /// Photos that members share.
    static let photos = ClubPart(
        name: "photos", label: "Photos", path: "/photos", folders: ["photos"], icon: "photo",
        purpose: "Photos that members share, with likes and talk under each, and as their pictures.")
}

/// Photos that members share, and what others say and like.
struct PhotoFeature: Feature {
    let part: ClubPart? = .photos
    let cards = [AnyHubCard(PhotosCard.self)]
    let pages: [any Page.Type] = [
        PhotosPage.self, PhotoPage.self, PhotoSelectingPage.self, PhotosDeletionPage.self, PhotoDeletionPage.self,
        PhotoLive.self, LikesPage.self,
    ]
    let profileSections = [AnyProfileSection(ProfilePhotos.self)]
    let rooms = [RoomKind.photo]
    let notices = NoticeKind.ofPhotos
    let badges = [PhotoBadges.photos]
    let exports = [
        Export("photos") { PhotoDataQueries().photos(of: $0, after: $1, limit: $2) },
        Export("photo-tags") { PhotoDataQueries().tags(of: $0, after: $1, limit: $2) },
        Export("likes") { PhotoDataQueries().likes(of: $0, after: $1, limit: $2) },
        Export("photos", .files { PhotoDataQueries().file(of: $0, after: $1) }),
    ]
    let clearings = [
        // Few at a time: each has files.
        Clearing("photos", .rows(atOnce: 20) { PhotoDataQueries().clearPhotos(of: $0, limit: $1) }),
        Clearing("likes", .rows(atOnce: 2000) { PhotoDataQueries().clearLikes(of: $0, limit: $1) }),
    ]

    func state(_ services: Services) throws -> (any FeatureState)? { PhotoState(services) }

    func add(to site: Site) {
        PhotoRoutes().add(to: site)
        OwnPhotoRoutes().add(to: site)
        PhotoFileRoutes().add(to: site)
    }

    func showMore(in demo: DemoScene) async throws { try await DemoPhotos(scene: demo).hang() }
}
