import HTMLTemplates

/// The name of the club at the top of its pages, with the path of its front page.
struct ClubLink: ViewModel {
    var name: String
    var path: String
}

struct NavigationItem: ViewModel {
    var label: String
    var href: String
    var icon: String
    var isCurrent: Bool
    var isWithin = false
    var count: String?
    /// The `id` of the element with the count. Nil if the item never has a count.
    var counter: String?
    /// The word that screen readers read after the count: "unread".
    var countWord = "new"
    /// Whether a phone shows the item only in the menu "More".
    var isMore = false
    /// Whether the item is the first in that menu.
    var isFirstOfMore = false
}

extension Visit {
    /// The number of items that a phone shows before "More".
    private static let navigationOnPhones = 4

    private func isWithin(_ part: ClubPart, of club: Club) -> Bool {
        let path = request.uri.path
        guard path.hasPrefix(club.path + "/") else { return false }
        return part.pathComponents.contains(String(path.dropFirst(club.path.count + 1).prefix { $0 != "/" }))
    }

    /// The items of the navigation. Within a club: the parts that the club has switched on, and "Me". `Templates/layout.html` decides what
    /// stands in the head of the page.
    func navigation(in club: ClubVisit?) -> [NavigationItem] {
        func item(_ label: String, _ href: String, _ icon: String) -> NavigationItem {
            NavigationItem(label: label, href: href, icon: icon, isCurrent: request.uri.path == href)
        }
        var items: [NavigationItem] = []
        if let club {
            for part in club.club.parts.enabled where part.isForVisitors && club.seesMembers || club.membership != nil {
                var item = item(part.label, club.club.path + part.path, part.icon)
                item.isWithin = !item.isCurrent && isWithin(part, of: club.club)
                (item.counter, item.countWord) = (part.counter, part.countWord)
                items.append(item)
            }
            if club.membership == nil { items.append(item("Club", club.club.path + "/", "home")) }
        }
        // Within a club, the logo at the top links to all clubs.
        if club?.membership == nil { items.append(item("Clubs", "/", "globe")) }
        // Within a club, "Me" is the member's profile, which links to the account.
        let profile = club.flatMap { club in club.membership.map { _ in "\(club.club.path)/members/\(session?.username ?? "")" } }
        items.append(item("Me", profile ?? "/account", "account"))
        // The visitor's own profile belongs to "Me", and to no part.
        if let profile, request.uri.path.hasPrefix(profile) { for index in items.indices { items[index].isWithin = false } }
        if items.count > Self.navigationOnPhones + 1 {
            for index in items.indices.dropFirst(Self.navigationOnPhones) { items[index].isMore = true }
            items[Self.navigationOnPhones].isFirstOfMore = true
        }
        return items
    }
}
