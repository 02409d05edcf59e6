import FoundationEssentials
import HTMLTemplates

struct NoticeRow: ViewModel {
    var person: Person
    /// The text after the person's name, for example "is now your friend".
    var words: String
    var path: String
    var at: Moment?
    var isNew: Bool

    init(_ person: PersonRecord, _ words: String, _ path: String, at date: Date?, isNew: Bool, club: Club) {
        self.person = person.person(in: club)
        (self.words, self.path, self.isNew) = (words, club.path + path, isNew)
        at = date.map(Moment.init)
    }
}
