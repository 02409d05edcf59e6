import HTMLTemplates
import Postgres

/// A section of a member's profile page. The sections are in the order of `features` (`Router.swift`) and, within a feature, in the order
/// of `Feature.profileSections`.
protocol ProfileSection: Page {
    associatedtype Record: Sendable
    static func query(of member: ID<Member>, for visit: MemberVisit) -> Query<Record>
    /// Nil if the section has nothing that this visitor may see.
    init?(_ record: Record, in context: ProfileContext)
}

struct ProfileContext: Sendable {
    let profile: Profile
    let relationship: Relationship
    let visit: MemberVisit

    var isMe: Bool { profile.person.id == visit.me }
    var club: Club { visit.club }

    func shows(_ kind: PrivacyKind) -> Bool { isMe || profile.privacy[kind].includes(relationship.isFriend) }
}

extension MemberVisit {
    /// Returns the profile of a member if this visitor may see things of this kind. Otherwise throws `Problem.notFound`, as if there was no
    /// such member.
    func profile(_ profile: Profile?, _ relationship: Relationship, showing kind: PrivacyKind) throws -> Profile {
        guard let profile, ProfileContext(profile: profile, relationship: relationship, visit: self).shows(kind) else {
            throw Problem.notFound
        }
        return profile
    }
}

struct AnyProfileSection: Sendable {
    /// Renders the record that was read. Returns nil if there is nothing to show.
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

struct SectionView: ViewModel {
    var html: String
}
