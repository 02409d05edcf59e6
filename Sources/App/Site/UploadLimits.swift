/// How many uploads are received and worked on at once, and for how long.
struct UploadLimits: Sendable {
    var places = FairSemaphore.Limits(count: 40, ofNetwork: 30, ofAccount: 4, further: 20, line: 200, patience: .seconds(30))
    /// Uploads that come more slowly than this, over so many milliseconds, may hold half of the places.
    var slowBytesPerSecond = 64 * 1024
    var slowWindow = 5000
    /// Milliseconds between two looks at them.
    var look = 500
    /// Seconds of a processor that each step of making pictures of a photo may take.
    var secondsOfWork = 3

    var slowPlaces: Int { places.count / 2 }
}
