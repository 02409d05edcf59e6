/// The functions about follows that other features use.
enum Friends {
    /// The largest number of members that one member can follow. Pages also read at most this number of friends.
    static let followLimit = 1000
}
