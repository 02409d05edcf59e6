import FoundationEssentials
import HTMLTemplates

struct NoticeRow: ViewModel {
    var person: Person
    /// The text after the person's name, for example "is now your friend".
    var text: String
    var path: String
    var at: Moment?
    var isNew: Bool

    init(_ person: PersonRecord, _ text: String, _ path: String, at date: Date?, isNew: Bool, club: Club) {
        self.person = person.person(in: club)
        (self.text, self.path, self.isNew) = (text, club.path + path, isNew)
        at = date.map(Moment.init)
    }
}
