/// What is known of photos between requests, and what works on them.
final class PhotoState: FeatureState {
    fileprivate let folder: UploadFolder
    fileprivate let processor: PhotoProcessor
    fileprivate let uploads: Uploads
    fileprivate let cache: PhotoCache

    /// Throws when there is no place for uploads.
    init(_ services: Services) throws {
        let settings = services.settings
        folder = try UploadFolder(below: settings.data)
        processor = PhotoProcessor(in: folder, seconds: settings.uploads.secondsOfWork)
        uploads = Uploads(settings.uploads)
        cache = PhotoCache(live: services.live, announcer: services.announcer)
    }

    var caches: [(name: String, entries: Int)] { [("photos", cache.knownCount)] }

    func addGauges(to page: inout PrometheusText) {
        page.gauge("boardwalk_uploads_taken", "Forms with files that are being received.", uploads.places.heldCount)
        page.gauge("boardwalk_photos_worked_on", "Photos that are being decoded and made small.", processor.places.heldCount)
    }

    func end() { folder.remove() }
}

extension Services {
    var uploadFolder: UploadFolder { self[PhotoState.self].folder }
    var photos: PhotoProcessor { self[PhotoState.self].processor }
    var uploads: Uploads { self[PhotoState.self].uploads }
    var photoCache: PhotoCache { self[PhotoState.self].cache }
}
