import FoundationEssentials
import HTMLTemplates

struct RiddleView: ViewModel {
    var path: String
    var emoji: String
    var kind: String
    /// A sentence that names the sender and the audience.
    var origin: String
    var credit: String?
    var status: String
    var isGood: Bool
    var hints: [HintView]
    var hintNote: String?
    var hintOpens: Moment?
    var canAskHint: Bool
    var answers: [AnswerView]
    var tries: String?
    /// The answer that was typed but not accepted.
    var text: String
    var canGiveUp: Bool
    var canNudge: Bool
    var nudgeNote: String?
    var solution: String?
    /// The reader's result as a text to share, without the solution.
    var strip: String?
    var dispute: DisputeView?
    var canDispute: Bool
    var receivers: [ReceiverView]
    /// The link to the riddle for people without an account. Nil if the reader did not send the riddle by a link.
    var link: String?
    /// Link to the chat, for a page that was loaded before the chat opened. Nil if the chat is closed to the reader.
    var talk: String?
    var remix: String?
    /// The effect of removing the riddle from the reader's list, in one sentence. Nil if the reader cannot remove the riddle now.
    var removal: String?
    var problem: String?
    var announcement: String

    init(_ contents: RiddleContents, text: String = "", problem: String? = nil, link: String?, visit: MemberVisit) {
        let riddle = contents.riddle
        let mine = contents.answers.filter { $0.member == visit.me }.sorted { $0.number < $1.number }
        let standing = RiddleStatusText(riddle, answers: mine, me: visit.me)
        path = Riddle.path(of: riddle.id, in: visit.club)
        emoji = riddle.emoji
        kind = riddle.kind.label(wordCount: riddle.words)
        origin = standing.origin(receivers: contents.receivers.count)
        credit = riddle.credit
        (status, isGood) = (standing.status, standing.isGood)
        announcement = standing.status
        hints = riddle.hints.enumerated().map { HintView(number: $0 + 1, text: $1) }
        (canAskHint, hintNote, hintOpens) = (standing.canAskHint, standing.hintNote, standing.hintOpens.map(Moment.init))
        answers = mine.map { AnswerView($0) }
        tries = standing.tries
        canGiveUp = standing.tries != nil
        (canNudge, nudgeNote) = standing.nudge
        solution = riddle.solution
        strip = standing.shareText
        let dispute = contents.disputes.first { $0.member == visit.me }
        self.dispute = dispute.map { DisputeView($0, isMine: true) }
        canDispute = dispute == nil && standing.mayDispute
        receivers = contents.receivers.map { receiver in
            ReceiverView(
                receiver, answers: contents.answers.filter { $0.member == receiver.person.id }.sorted { $0.number < $1.number },
                dispute: contents.disputes.first { $0.member == receiver.person.id }, riddle: riddle, club: visit.club)
        }
        self.link = link
        talk = contents.hasChat(for: visit.me) ? path + "?talk#chat" : nil
        remix = riddle.solution == nil ? nil : "\(visit.club.path)/riddles/new?from=\(riddle.id)"
        removal = standing.removal
        // An answer with a spelling mistake is shown again for correction.
        self.text = text.isEmpty ? standing.nearlyRightAnswer ?? "" : text
        self.problem = problem
    }
}

struct HintView: ViewModel {
    var number: Int
    var text: String
}

struct AnswerView: ViewModel {
    var text: String
    var verdict: String
    var isRight: Bool
    var isWrong: Bool
    var at: Moment

    init(_ answer: RiddleAnswer) {
        text = answer.text
        isRight = answer.verdict == .right
        isWrong = answer.verdict == .wrong
        at = Moment(answer.judgedAt ?? answer.madeAt)
        verdict =
            switch (answer.verdict, answer.judge) {
            case (.right, .jury): "Right: other members decided it"
            case (.right, .time): "Right: it matches, and nobody judged in time"
            case (.right, _): "Right"
            case (.nearly, _): "Nearly right: check the spelling. You have not lost a try"
            case (.wrong, .time): "Not judged in time"
            case (.wrong, _): "Wrong"
            case (nil, _): "Not judged yet"
            }
    }
}

struct DisputeView: ViewModel {
    var reason: String
    var text: String
    var closes: Moment?

    init(_ dispute: RiddleDispute, isMine: Bool) {
        reason = dispute.reason
        let whose = isMine ? "your dispute" : "the dispute"
        closes = dispute.isDecided ? nil : Moment(dispute.closesAt)
        if !dispute.isDecided {
            text = "\(dispute.jurors) members can vote on \(whose) until"
        } else if dispute.jurors == 0 {
            text = "Too few members could vote on \(whose). The verdict stays."
        } else {
            let votes =
                dispute.rights + dispute.wrongs == 0 ? "nobody voted" : "\(dispute.rights) for right, \(dispute.wrongs) for wrong"
            let result = dispute.rights > dispute.wrongs ? "The answer is right." : "The verdict stays."
            text = "The vote on \(whose) is over: \(votes). \(result)"
        }
    }
}

struct ReceiverView: ViewModel {
    var person: Person
    var profile: String
    var handle: String
    var status: String
    var isFirst: Bool
    var answers: [AnswerView]
    /// The answer that waits for a verdict. Nil if there is none, or if the receiver has opened a dispute.
    var waiting: WaitingAnswer?
    var canNudge: Bool
    var dispute: DisputeView?

    init(_ receiver: RiddleReceiver, answers: [RiddleAnswer], dispute: RiddleDispute?, riddle: RiddleRecord, club: Club) {
        let play = receiver.play
        person = receiver.person.person(in: club)
        handle = receiver.person.handle
        profile = "\(club.path)/members/\(receiver.person.handle)"
        isFirst = play.isFirst
        self.answers = answers.filter { $0.verdict != nil }.map { AnswerView($0) }
        waiting = play.isDisputed ? nil : answers.first { $0.verdict == nil }.map { WaitingAnswer($0) }
        let canRemindAgain = RiddleStatusText.canRemindAgain(receiver.memberNudgedAt, since: play.sentAt)
        canNudge = play.state == .open && play.isDirect && !play.isDisputed && !riddle.isDeleted && canRemindAgain
        self.dispute = dispute.map { DisputeView($0, isMine: false) }
        status =
            switch play.state {
            case .open where play.isDisputed, .waiting where play.isDisputed: "Disputes a verdict"
            case .open: play.tries == 0 ? "Has not tried yet" : play.tries == 1 ? "Has tried once" : "Has tried \(play.tries) times"
            case .waiting: "Waits for your verdict"
            case .right: play.tries == 1 ? "Solved it on the first try" : "Solved it on try \(play.tries)"
            case .wrong: "Did not solve it"
            case .givenUp: "Gave up"
            case .unjudged: "You did not judge in time: nobody gets the point"
            case .withdrawn: "Ended without a result"
            }
    }
}

struct WaitingAnswer: ViewModel {
    var number: Int
    var text: String
    /// A sentence about how the answer compares with the solution.
    var note: String
    var isMatch: Bool

    init(_ answer: RiddleAnswer) {
        (number, text) = (answer.number, answer.text)
        isMatch = answer.match == .exact
        note =
            switch answer.match {
            case .exact: "That matches your solution."
            case .nearly: "That is nearly your solution."
            case .none: "That is not your solution. It may mean the same."
            }
    }
}
