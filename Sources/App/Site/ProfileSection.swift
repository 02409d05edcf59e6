import HTMLTemplates
import Postgres

/// A section that a feature adds to every profile: what it reads of the member, and how that looks.
protocol ProfileSection: Page {
    associatedtype Record: Sendable
    /// Read together with the profile, in the same round trip.
    static func query(of member: ID<Member>, for visit: MemberVisit) -> Query<Record>
    /// nil: there is nothing to show, or not to this visitor.
    init?(_ record: Record, in context: ProfileContext)
}

/// Whose profile is looked at, and by whom.
struct ProfileContext: Sendable {
    let profile: Profile
    let tie: Relationship
    let visit: MemberVisit

    var isMe: Bool { profile.person.id == visit.me }
    var club: Club { visit.club }

    /// Whether the visitor may see things of a kind.
    func shows(_ kind: PrivacyKind) -> Bool { isMe || profile.privacy[kind].includes(tie.isFriend) }
}

/// Any feature's section.
struct AnyProfileSection: Sendable {
    /// What was read, on its way to HTML; nil: nothing to show.
    typealias Rendering = @Sendable (ProfileContext) throws -> SectionView?

    let page: any Page.Type
    let query: @Sendable (ID<Member>, MemberVisit) -> Query<Rendering>

    init<Section: ProfileSection>(_: Section.Type) {
        page = Section.self
        query = { member, visit in
            Section.query(of: member, for: visit).map { record in
                { context in
                    guard let section = Section(record, in: context) else { return nil }
                    return SectionView(html: String(decoding: try visit.services.templates.render(section), as: UTF8.self))
                }
            }
        }
    }
}

/// A section as its feature has rendered it.
struct SectionView: ViewModel {
    var html: String
}
