import Postgres

/// A kind of things that photos are of. A feature names it in `Feature.photoTags`, and leads to `PhotoTag.path(in:)` from where such things
/// are; they take their tags along by the trigger `forget_photo_tags` of their table.
struct PhotoTagKind: Sendable {
    /// Small letters alone.
    let name: SQL
    /// nil: it is always there.
    let part: ClubPart?
    /// `SELECT`s what the thing `t.subject_id` of the club `t.club_id` is called, and its path below the club's.
    let subject: SQL
}
