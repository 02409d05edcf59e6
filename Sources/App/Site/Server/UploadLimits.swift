struct UploadLimits: Sendable {
    var places = FairSemaphore.Limits(
        count: 40, perNetwork: 30, perAccount: 4, secondPlaceBelow: 20, maxWaiting: 200, maxWait: .seconds(30))
    /// An upload is slow if it sends fewer bytes per second than this for `slowWindow` milliseconds. Slow uploads may hold at most half of
    /// the places.
    var slowBytesPerSecond = 64 * 1024
    var slowWindow = 5000
    /// Milliseconds between two checks for slow uploads.
    var checkInterval = 500
    /// Maximum processor seconds for each step of processing a photo.
    var secondsOfWork = 3

    var slowPlaces: Int { places.count / 2 }
}
