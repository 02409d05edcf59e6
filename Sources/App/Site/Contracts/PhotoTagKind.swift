import Postgres

/// A kind of thing that a photo can be tagged with, such as rides. A feature lists its kinds in `Feature.photoTags`. The page of such a
/// thing links to its photos at `PhotoTag.path(in:)`. When the thing is deleted, the trigger `forget_photo_tags` on its table deletes its
/// tags.
struct PhotoTagKind: Sendable {
    let name: SQL
    let part: ClubPart?
    /// A `SELECT` of the name of the tagged thing and its path below the club's path. `t.subject_id` is the id of the thing, and
    /// `t.club_id` the club.
    let subject: SQL
}
