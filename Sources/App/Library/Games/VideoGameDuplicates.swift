import HTMLTemplates
import Hummingbird
import Postgres
import Web

/// The games that an admin can merge a game into: games with a similar name, or the results of a search.
struct VideoGameDuplicates: ViewModel {
    var search: String
    var action: String
    /// The words that the admin has searched for. If `words` is nil, the choices are games with a similar name.
    var words: String?
    var choices: [Choice]
    var hasChoices: Bool

    init(_ found: [VideoGameEntry], words: String?, of game: ID<VideoGame>, in club: Club) {
        let path = VideoGame.path(of: game, in: club)
        (search, action, self.words) = (path + "/edit", path + "/merge", words)
        choices = found.filter { $0.id != game }.map {
            Choice(value: $0.id.description, label: $0.name, detail: VideoGameRow.details($0.released, $0.platforms))
        }
        hasChoices = !choices.isEmpty
    }
}
