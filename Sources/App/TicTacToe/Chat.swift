import HTMLTemplates

struct Line: ViewModel {
    var id: String
    var person: Person
    var isMine: Bool
    var text: String
    var sentAt: String
    var sentText: String
    var isRemoved: Bool
    /// Where I take it back, or bring it back; nil: it is not mine to decide.
    var removal: String?
    var restoration: String?

    init(_ record: LineRecord, path: String, me: ID<Member>) {
        let sent = Moment(record.sentAt)
        id = record.id.description
        person = record.author.person
        isMine = record.author.id == me
        text = record.text
        (sentAt, sentText) = (sent.iso, sent.text)
        isRemoved = record.isRemoved
        guard isMine else { return }
        if isRemoved { restoration = "\(path)/lines/\(id)/restoration" } else { removal = "\(path)/lines/\(id)/removal" }
    }
}

/// The talk beside a board.
struct Chat: ViewModel {
    var lines: [Line]
    var isEmpty: Bool
    /// Where the lines before these are; nil: there are none.
    var older: String?
    var action: String
    var nonce: String
    var text = ""
    var problem: String?

    /// `records` has one more than `limit` when there are older ones.
    init(_ records: [LineRecord], limit: Int, path: String, visit: MemberVisit) {
        let shown = records.suffix(limit)
        lines = shown.map { Line($0, path: path, me: visit.me) }
        isEmpty = lines.isEmpty
        older = records.count > limit ? shown.first.map { "\(path)/lines?before=\($0.id)" } : nil
        action = path + "/lines"
        nonce = RandomText.make(bytes: 12)
    }
}

struct OlderLinesPage: Page {
    static let template = "games/older"
    var layout: Layout
    var path: String
    var chat: Chat
}
