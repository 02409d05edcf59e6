/// What other features may ask about follows.
enum Friends {
    /// The largest number of members that one member can follow. Pages also read at most this number of friends.
    static let followLimit = 1000
}
