import HTMLTemplates
import Postgres

/// A card that a feature adds to the club's page: news of the feature, and the next thing to do there. The card changes only when the page
/// is loaded again.
protocol HubCard: Page {
    associatedtype Record: Sendable
    /// The query for the card's data. The queries of all cards run together, in one round trip. Nil if this visitor gets no card.
    static func query(for visit: ClubVisit) -> Query<Record>?
    init?(_ record: Record, for visit: ClubVisit)
}

struct AnyHubCard: Sendable {
    /// Renders the record that was read. Returns nil if there is nothing to show.
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
