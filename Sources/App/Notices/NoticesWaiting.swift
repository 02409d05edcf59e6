import Postgres

/// What waits for a member, of the kinds of which they want to hear: it is read where it is, and only where the counter in the header says
/// that there is something.
struct NoticesWaiting {
    let visit: MemberVisit
    /// As the counter has them.
    let counts: NoticeCounts
    /// How many of each are shown.
    let limit: Int

    private var me: ID<Member> { visit.me }

    /// In the order in which they are shown.
    var queries: [Query<[NoticeRow]>] {
        [
            counts.challenges > 0 ? challenges : nil, counts.messages > 0 ? messages : nil, counts.turns > 0 ? turns : nil,
            counts.requests > 0 ? requests : nil,
        ].compactMap(\.self)
    }

    private var challenges: Query<[NoticeRow]> {
        LobbyQueries().incoming(to: me).map { [visit] challenges in
            challenges.filter { !visit.hidden.contains($0.from.id) }.map {
                NoticeRow($0.from, "challenges you to a game", "/lobby", at: $0.createdAt, isNew: true, club: visit.club)
            }
        }
    }

    private var messages: Query<[NoticeRow]> {
        ConversationQueries().unread(of: me, hidden: visit.hidden, limit: limit).map { [visit] messages in
            messages.map {
                NoticeRow(
                    $0.other, $0.unread == 1 ? "wrote you a message" : "wrote you \($0.unread) messages", "/messages/\($0.id)", at: $0.at,
                    isNew: true, club: visit.club)
            }
        }
    }

    private var turns: Query<[NoticeRow]> {
        GameQueries().running(of: me, limit: 2 * limit).map { [visit] games in
            games.compactMap { game in
                guard let mine = game.mark(of: visit.me), game.turn == mine, game.machine == nil else { return nil }
                return NoticeRow(
                    game.player(mine.opponent).person, "waits for your move", "/games/\(game.id)", at: game.movedAt, isNew: true,
                    club: visit.club)
            }
        }
    }

    private var requests: Query<[NoticeRow]> {
        FriendQueries().requests(to: me, limit: limit).map { [visit] requests in
            requests.filter { !visit.hidden.contains($0.person.id) }.map {
                NoticeRow($0.person, "would like to be your friend", "/friends", at: nil, isNew: true, club: visit.club)
            }
        }
    }
}
