import HTMLTemplates

/// One field that changes.
struct FactChangeView: ViewModel {
    var label: String
    /// nil: nothing stood there.
    var before: String?
    var after: String?
}

/// A change of a park's or ride's facts.
struct CorrectionView: ViewModel {
    var id: String
    var title: String
    var path: String
    /// nil: they have left.
    var author: String?
    var authorPath: String
    /// "accepted by Ana"; nil: it was done at once, or waits.
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
            guard let change = correction.changes[field], change.count == 2 else { return nil }
            let words = change.map { correction.kind == .ride ? RideForm.words($0, of: field) : $0 }
            return FactChangeView(label: label, before: words[0].isEmpty ? nil : words[0], after: words[1].isEmpty ? nil : words[1])
        }
        acceptance = "\(club.path)/parks/corrections/\(correction.id)/acceptance"
        refusal = "\(club.path)/parks/corrections/\(correction.id)/refusal"
        withdrawal = "\(club.path)/parks/corrections/\(correction.id)/withdrawal"
    }
}

/// What members propose, for admins.
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

/// What was changed of a park or ride.
struct HistoryPage: Page {
    static let template = "rides/history"
    var layout: Layout
    var title: String
    var back: String
    var correction: String
    var changes: [CorrectionView]
    var isEmpty: Bool
    /// What one proposes oneself, and waits.
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
