import Postgres

/// The functions about photos that other features use.
enum Photos {
    /// The newest photos of `me`, also those in conversations.
    static func newest(of me: ID<Member>, limit: Int) -> Query<[ID<Photo>]> { PhotoQueries().newest(of: me, limit: limit) }

    /// The given photos that belong to `me`, newest first. Leaves out photos in conversations.
    static func ownPhotos(_ photos: [ID<Photo>], of me: ID<Member>) -> Query<[Photo]> { PhotoFeedQueries().ownPhotos(photos, of: me) }

    /// All photos of `me`, newest first. Leaves out photos in conversations.
    static func ownPhotos(of me: ID<Member>, limit: Int) -> Query<[Photo]> {
        PhotoFeedQueries().photos(of: me, to: me, hidden: [], at: Cursor(), limit: limit)
    }

    /// The newest photos with a tag that `me` may see.
    static func photos(of tag: PhotoTag, to me: ID<Member>, hidden: [ID<Member>], limit: Int) -> Query<[Photo]> {
        PhotoFeedQueries().photos(of: tag, to: me, hidden: hidden, at: Cursor(), limit: limit)
    }

    /// Deletes a photo that the member has uploaded for a conversation, if no message contains it.
    static func deleteUnsent(_ photo: ID<Photo>, by me: ID<Member>) -> Query<Int> { PhotoQueries().deleteUnsent(photo, by: me) }
}
