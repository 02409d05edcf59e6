import Postgres

/// The functions about conversations that other features use.
enum Conversations {
    /// Finds or creates the conversation with a member. Nil if the member is not in the club, or if a block exists. Also nil if another
    /// transaction creates the conversation at the same time. A second call then finds the conversation.
    static func findOrCreate(with other: ID<Member>, by me: ID<Member>) -> Query<ID<Conversation>?> {
        ConversationQueries().findOrCreate(with: other, by: me)
    }
}
