import HTMLTemplates

struct AvatarLink: ViewModel {
    var person: Person
    var profile: String
    var isOnline = false

    init(_ person: PersonRecord, club: Club) {
        self.person = person.person(in: club)
        profile = "\(club.path)/members/\(person.handle)"
    }
}
