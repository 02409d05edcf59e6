final class PhotoState: FeatureState {
    fileprivate let processor: PhotoProcessor
    fileprivate let cache: PhotoCache

    init(_ services: Services) {
        processor = PhotoProcessor(in: services.uploadFolder, seconds: services.settings.uploads.secondsOfWork)
        cache = PhotoCache(live: services.live, announcer: services.announcer)
    }

    var caches: [(name: String, entries: Int)] { [("photos", cache.knownCount)] }

    func addGauges(to page: inout PrometheusText) {
        page.gauge("boardwalk_photos_worked_on", "Photos that are being decoded and resized.", processor.places.heldCount)
        page.counter(
            "boardwalk_photos_decoded_total", "Files that were uploaded as photos and examined.", processor.processedFiles.withLock(\.self))
    }
}

extension Services {
    var photos: PhotoProcessor { self[PhotoState.self].processor }
    var photoCache: PhotoCache { self[PhotoState.self].cache }
}
