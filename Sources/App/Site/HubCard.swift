import HTMLTemplates
import Postgres

/// A card that a feature adds to the club's page: what is new in its part, and the next thing to do there. It stands as it was read.
protocol HubCard: Page {
    associatedtype Record: Sendable
    /// Read together with all cards, in one round trip; nil: there is no card for this visitor.
    static func query(for visit: ClubVisit) -> Query<Record>?
    /// nil: there is nothing to show.
    init?(_ record: Record, for visit: ClubVisit)
}

/// Any feature's card.
struct AnyHubCard: Sendable {
    /// What was read, on its way to HTML; nil: nothing to show.
    typealias Rendering = @Sendable (ClubVisit) throws -> SectionView?

    let page: any Page.Type
    let query: @Sendable (ClubVisit) -> Query<Rendering>?

    init<Card: HubCard>(_: Card.Type) {
        page = Card.self
        query = { visit in
            Card.query(for: visit)?.map { record -> Rendering in
                { visit in
                    guard let card = Card(record, for: visit) else { return nil }
                    return SectionView(html: String(decoding: try visit.services.templates.render(card), as: UTF8.self))
                }
            }
        }
    }
}
