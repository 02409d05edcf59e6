import FoundationEssentials

struct RiddleStatusText {
    let riddle: RiddleRecord
    /// The answers of the reader, in order.
    let answers: [RiddleAnswer]
    let isMine: Bool

    init(_ riddle: RiddleRecord, answers: [RiddleAnswer], me: ID<Member>) {
        (self.riddle, self.answers) = (riddle, answers)
        isMine = riddle.sender?.id == me
    }

    private var state: Riddle.State { riddle.play?.state ?? .open }
    private var name: String { riddle.sender.map(\.displayName) ?? "EmoJim" }
    private var isJudged: Bool { riddle.audience.isJudged }

    func origin(receivers: Int) -> String {
        switch (riddle.audience, isMine) {
        case (.members, true): "You sent this to \(receivers == 1 ? "one member" : "\(receivers) members")"
        case (.link, true): "You sent this by a link"
        case (.club, true): "You sent this to the whole club"
        case (.club, false): "\(name) sent this to the whole club"
        case (.daily, _): "EmoJim’s riddle of the day" + (riddle.day.map { ", \($0.label)" } ?? "")
        case (.welcome, _): "EmoJim says welcome"
        case (_, false): "\(name) sent you this"
        }
    }

    var status: String {
        if isMine { return tally }
        if riddle.isJuror, riddle.play == nil { return "You were asked to vote on this riddle, so you know its solution." }
        if riddle.play?.isDisputed == true { return "Other members vote on the last verdict. You can continue when they have decided." }
        return switch state {
        case .open: openStatus
        case .waiting: "\(name) has your answer. You get a notice when it is judged."
        case .right:
            riddle.play?.isFirst == true
                ? "You are the first in the club who solved it. You get the point." : "You solved it. You get the point."
        case .wrong: "You have used all three tries. \(lostPoint)"
        case .givenUp: "You gave up. \(lostPoint)"
        case .unjudged: "\(name) did not judge in time. Nobody gets the point."
        case .withdrawn: "This riddle ended without a result."
        }
    }

    var nearlyRightAnswer: String? {
        guard state == .open, let last = answers.last, last.verdict == .nearly else { return nil }
        return last.text
    }

    private var openStatus: String {
        if let nearlyRightAnswer { return "“\(nearlyRightAnswer)” is nearly right. Check the spelling. You have not lost a try." }
        guard let play = riddle.play, play.tries > 0 else {
            return isJudged ? "\(name) judges your answer." : "You see right away whether you are right."
        }
        return "That is not right. \(play.tries == 1 ? "Two tries are left." : "One try is left.")"
    }

    private var lostPoint: String {
        switch riddle.audience {
        case .daily, .welcome: "There is a new riddle every day."
        case .club: "\(name) gets one point for it, no matter how many members do not solve it."
        case .members, .link: "\(name) gets the point."
        }
    }

    private var tally: String {
        let (solved, failed) = (riddle.solved, riddle.failed)
        if solved + failed == 0 { return "Nobody has finished it yet." }
        let words = solved == 0 ? "Nobody has solved it" : solved == 1 ? "One member has solved it" : "\(solved) members have solved it"
        return failed == 0 ? "\(words)." : "\(words), \(failed) did not."
    }

    var isGood: Bool { !isMine && state == .right }

    /// The number of the reader's next try, for example "Try 2 of 3". Nil if the reader cannot answer now.
    var tries: String? {
        guard !isMine, state == .open, riddle.play?.isDisputed != true, !(riddle.isJuror && riddle.play == nil),
            !riddle.isDeleted || riddle.play != nil
        else { return nil }
        return "Try \((riddle.play?.tries ?? 0) + 1) of \(Riddle.maxTries)"
    }

    /// The number of hints that the reader cannot see yet. It is 0 for the sender, and for a reader who has finished the riddle.
    private var closedHints: Int {
        (tries != nil || state == .waiting) && !isMine ? max(0, riddle.hintCount - riddle.hints.count) : 0
    }

    var canAskHint: Bool { closedHints > 0 && riddle.hintHours == nil && tries != nil }

    var hintNote: String? {
        guard closedHints > 0 else { return nil }
        guard riddle.hintHours != nil else { return closedHints == 1 ? "There is one more hint." : "There are \(closedHints) more hints." }
        return closedHints > 1 ? "The next of \(closedHints) hints appears" : "A hint appears"
    }

    var hintOpens: Date? {
        guard closedHints > 0, let hours = riddle.hintHours else { return nil }
        return (riddle.play?.sentAt ?? riddle.sentAt).addingTimeInterval(Double((riddle.hints.count + 1) * hours) * 3600)
    }

    /// `can` is true if the reader can remind the sender to judge the answer. `note` says that the reader has already sent a reminder, and
    /// is nil otherwise.
    var nudge: (can: Bool, note: String?) {
        guard !isMine, state == .waiting, let play = riddle.play, !play.isDisputed else { return (false, nil) }
        if Self.canRemindAgain(play.senderNudgedAt, since: answers.last?.madeAt ?? play.sentAt) { return (true, nil) }
        return (false, play.senderNudgedAt.map { _ in "You reminded \(name). You can remind them again tomorrow." })
    }

    /// Whether a reminder may be sent now. The first one is possible ten minutes after `begun`, and each further one a day after the last
    /// (`nudged`).
    static func canRemindAgain(_ nudged: Date?, since begun: Date) -> Bool {
        guard let nudged else { return begun < Date().addingTimeInterval(-600) }
        return nudged < Date().addingTimeInterval(-86_400)
    }

    var mayDispute: Bool {
        guard !isMine, state == .open || state == .wrong, riddle.play?.isDisputed == false,
            let last = answers.filter({ $0.verdict != .nearly }).max(by: { $0.number < $1.number }), last.verdict == .wrong,
            let judgedAt = last.judgedAt
        else { return false }
        return judgedAt > Date().addingTimeInterval(-7 * 86_400)
    }

    /// The reader's result as a text to share with others. The text does not reveal the solution. Nil if there is no result.
    var shareText: String? {
        guard !isMine, let play = riddle.play, state == .right || state == .wrong || state == .givenUp else { return nil }
        let marks = answers.filter { $0.verdict != nil }.map { answer in
            answer.verdict == .right ? "🟩" : answer.verdict == .nearly ? "🟨" : "🟥"
        }
        let end = state == .givenUp ? "🏳️" : ""
        let hints = play.askedHints == 0 ? "" : " · \(play.askedHints == 1 ? "one hint" : "\(play.askedHints) hints")"
        let first = play.isFirst ? " · first" : ""
        return "Emoji Charades \(riddle.emoji)\n\(marks.joined())\(end)\(hints)\(first)"
    }

    /// The effect of removing the riddle from the reader's list, in one sentence. Nil if the reader cannot remove the riddle now.
    var removal: String? {
        if isMine {
            return "It disappears from your lists. For members who have not finished it, it ends without points."
        }
        guard let play = riddle.play, !play.isDisputed else { return nil }
        if play.state.isFinished { return "It disappears from your lists. Points stay." }
        guard play.isDirect, play.state == .open, play.tries == 0, play.askedHints == 0 else { return nil }
        return "It disappears from your lists. You cannot answer it any more, and nobody gets a point."
    }
}
