import Postgres

extension NoticeKind {
    /// Invites a member to an evening. The subject of this notice, and of the other notices about evenings, is the evening.
    static let evening = NoticeKind(
        "evening", "Somebody invites me to an evening of games", text: { _, _ in "invites you to play together" })
    static let eveningAnswer = NoticeKind(
        "eveninganswer", "Somebody answers an invitation of mine", text: { _, _ in "has answered your invitation to play" })
    static let eveningChosen = NoticeKind(
        "eveningchosen", "The game for an evening is chosen", text: { _, _ in "plays with you: the game for the evening is chosen" })
    static let eveningOff = NoticeKind(
        "eveningoff", "An evening of games is cancelled", text: { _, _ in "has cancelled an evening of games" })
    static let ofEvenings = [evening, eveningAnswer, eveningChosen, eveningOff]

    private convenience init(_ name: SQL, _ label: String, text: @escaping @Sendable (Notice, ID<Member>) -> String) {
        self.init(name, label, text: text, path: { "/library/evenings/\($0.subject)" })
    }
}
