import HTMLTemplates
import Hummingbird
import Postgres
import Web

extension Topic {
    /// Who looks for players of a title now.
    static func titleSeeks(_ club: ID<Club>) -> Topic { Topic(name: "titles:\(club)") }
}

/// Looking for players of a title.
struct TitleSeekRoutes {
    private let queries = TitleSeekQueries()

    func add(to site: Site) {
        site.memberPost("/c/:club/library/titles/:title/seek", seek)
        site.memberPost("/c/:club/library/seek/withdrawal", on: "/library/together", stop)
    }

    private func seek(_ visit: MemberVisit) async throws -> Response {
        let title: ID<Title> = try visit.identifier("title")
        return try await visit.answer {
            let form = try TitleSeekForm(visit.form)
            try visit.spend(.library)
            guard try await visit.write(queries.seek(form, for: title, by: visit.me)) == 1 else { throw Problem.notFound }
            visit.services.announcer.announce(.titleSeeks(visit.club.id))
            return visit.redirect(to: Title.path(of: title, in: visit.club) + "#seekers")
        } refused: { refusal in
            try await TitleRoutes().show(visit, problem: refusal, seeking: visit.form)
        }
    }

    private func stop(_ visit: MemberVisit) async throws -> Response {
        if try await visit.write(queries.stop(visit.me)) > 0 { visit.services.announcer.announce(.titleSeeks(visit.club.id)) }
        return visit.redirect(to: visit.pageBefore ?? visit.club.path + "/library/together")
    }
}

extension LiveFragment.Part {
    /// Who looks for players.
    /// - Parameter title: of which; nil: of any.
    static func titleSeeks(of title: ID<Title>?, _ visit: MemberVisit) -> LiveFragment.Part {
        LiveFragment.Part(topics: [.titleSeeks(visit.club.id)]) { _ in
            let found = try await visit.read(TitleSeekQueries.find(of: title, visit))
            return try visit.services.templates.render(SeekersLive(layout: visit.layout, seekers: Seekers(found, of: title, visit: visit)))
        }
    }
}

/// Who looks for players, as it changes.
struct SeekersLive: Page {
    static let template = "library/seekers"
    var layout: Layout
    var seekers: Seekers
}

struct Seekers: ViewModel {
    var rows: [SeekerRow]
    var isEmpty: Bool
    /// Where one stops looking.
    var withdrawal: String
    /// Where one writes to somebody.
    var messages: String
    /// "Ben looks for players of Deep Kitchen."
    var said: String

    /// - Parameter title: of which, where that is said already.
    init(_ found: [TitleSeek], of title: ID<Title>?, visit: MemberVisit) {
        rows = found.map { SeekerRow($0, saysTitle: title == nil, visit: visit) }
        isEmpty = found.isEmpty
        withdrawal = visit.club.path + "/library/seek/withdrawal"
        messages = visit.club.path + "/messages"
        said = found.first { $0.person.id != visit.me }.map { "\($0.person.displayName) looks for players of \($0.name)." } ?? ""
    }
}

struct SeekerRow: ViewModel {
    var person: Person
    var path: String
    var member: String
    var isMe: Bool
    /// nil: it is said around it.
    var title: TitleLink?
    var note: String?
    var until: Moment
    var takesMessages: Bool

    init(_ seek: TitleSeek, saysTitle: Bool, visit: MemberVisit) {
        person = seek.person.person(in: visit.club)
        path = "\(visit.club.path)/members/\(seek.person.handle)"
        (member, isMe) = (seek.person.id.description, seek.person.id == visit.me)
        title = saysTitle ? TitleLink(name: seek.name, path: Title.path(of: seek.title, in: visit.club)) : nil
        (note, until) = (seek.note.isEmpty ? nil : seek.note, Moment(seek.expiresAt))
        takesMessages = seek.takesMessages && visit.club.parts.has(.messages)
    }
}
