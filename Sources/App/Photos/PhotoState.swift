final class PhotoState: FeatureState {
    fileprivate let cache: PhotoCache

    init(_ services: Services) { cache = PhotoCache(live: services.live, announcer: services.announcer) }

    var caches: [(name: String, entries: Int)] { [("photos", cache.cachedCount)] }
}

extension Services {
    var photoCache: PhotoCache { self[PhotoState.self].cache }
}
