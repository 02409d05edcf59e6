import Postgres

/// A kind of thing that a photo can be tagged with. A feature lists it in `Feature.photoTags`, and links to `PhotoTag.path(in:)` from the
/// page of such a thing. The trigger `forget_photo_tags` on the table of these things deletes their tags.
struct PhotoTagKind: Sendable {
    let name: SQL
    let part: ClubPart?
    /// `SELECT`s the name of the thing `t.subject_id` in the club `t.club_id`, and its path below the club's path.
    let subject: SQL
}
