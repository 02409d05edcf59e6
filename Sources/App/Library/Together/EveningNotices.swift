import Postgres

extension NoticeKind {
    /// The subject of these notices is the evening.
    static let evening = NoticeKind(
        "evening", "Somebody invites me to an evening of games", words: { _, _ in "invites you to play together" })
    static let eveningAnswer = NoticeKind(
        "eveninganswer", "Somebody answers an invitation of mine", words: { _, _ in "has answered your invitation to play" })
    static let eveningChosen = NoticeKind(
        "eveningchosen", "The game for an evening is chosen", words: { _, _ in "plays with you: the game for the evening is chosen" })
    static let eveningOff = NoticeKind(
        "eveningoff", "An evening of games is cancelled", words: { _, _ in "has cancelled an evening of games" })
    static let ofEvenings = [evening, eveningAnswer, eveningChosen, eveningOff]

    private convenience init(_ name: SQL, _ label: String, words: @escaping @Sendable (Notice, ID<Member>) -> String) {
        self.init(name, label, words: words, path: { "/library/evenings/\($0.subject)" })
    }
}
