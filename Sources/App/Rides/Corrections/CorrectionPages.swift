import HTMLTemplates

struct FactChangeView: ViewModel {
    var label: String
    /// The text before the change. Nil if the field was empty.
    var before: String?
    /// The text after the change. Nil if the field is empty.
    var after: String?

    init(_ change: FactChange, of field: String, label: String, kind: Correction.Kind) {
        let texts = [change.before, change.after].map { kind == .ride ? RideForm.label($0, of: field) : $0 }
        self.label = label
        (before, after) = (texts[0].isEmpty ? nil : texts[0], texts[1].isEmpty ? nil : texts[1])
    }
}

struct CorrectionView: ViewModel {
    var id: String
    var title: String
    var path: String
    /// The name of the author. Nil if the author has left the club.
    var author: String?
    var authorPath: String
    /// Says who accepted the correction, for example "accepted by Ana". Nil if `Correction.decider` is nil.
    var decider: String?
    var evidence: String?
    var at: Moment
    var changes: [FactChangeView]
    var acceptance: String
    var refusal: String
    var withdrawal: String

    init(_ correction: Correction, club: Club) {
        id = correction.id.description
        (title, path) = (correction.title, correction.path(in: club))
        author = correction.author?.name
        authorPath = correction.author.map { "\(club.path)/members/\($0.handle)" } ?? ""
        decider = correction.decider.map { "accepted by \($0)" }
        evidence = correction.evidence.isEmpty ? nil : correction.evidence
        at = Moment(correction.madeAt)
        let labels = correction.kind == .park ? ParkForm.labels : RideForm.labels
        changes = labels.compactMap { field, label in
            correction.changes[field].map { FactChangeView($0, of: field, label: label, kind: correction.kind) }
        }
        acceptance = "\(club.path)/parks/corrections/\(correction.id)/acceptance"
        refusal = "\(club.path)/parks/corrections/\(correction.id)/refusal"
        withdrawal = "\(club.path)/parks/corrections/\(correction.id)/withdrawal"
    }
}

struct CorrectionsPage: Page {
    static let template = "rides/corrections"
    var layout: Layout
    var parks: String
    var corrections: [CorrectionView]
    var isEmpty: Bool
    var problem: String?

    init(_ corrections: [Correction], problem: String?, visit: MemberVisit) {
        layout = visit.layout
        parks = visit.club.path + "/parks"
        self.corrections = corrections.map { CorrectionView($0, club: visit.club) }
        isEmpty = corrections.isEmpty
        self.problem = problem
    }
}

struct HistoryPage: Page {
    static let template = "rides/history"
    var layout: Layout
    var title: String
    var back: String
    var correction: String
    var changes: [CorrectionView]
    var isEmpty: Bool
    var waiting: [CorrectionView]
    var hasWaiting: Bool

    init(_ changes: [Correction], waiting: [Correction], of title: String, back: String, visit: MemberVisit) {
        layout = visit.layout
        (self.title, self.back, correction) = (title, back, back + "/correction")
        self.changes = changes.map { CorrectionView($0, club: visit.club) }
        isEmpty = changes.isEmpty
        self.waiting = waiting.map { CorrectionView($0, club: visit.club) }
        hasWaiting = !waiting.isEmpty
    }
}
