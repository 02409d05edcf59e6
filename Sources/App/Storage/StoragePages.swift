import HTMLTemplates

/// A row of the page for one kind of storage. `amount` is the number of stored rows and its limit, for example "1,204 of 200,000". `bytes`
/// is their size, for example "0.6 MB".
struct StorageRow: ViewModel {
    var label: String
    var amount: String
    var bytes: String
    var isFull: Bool

    init(_ stored: StorageAmount, _ kind: StorageKind, limit: Int?) {
        label = kind.label
        amount = stored.rows.grouped + (limit.map { " of " + $0.grouped } ?? "")
        bytes = Self.megabytes(stored.bytes)
        isFull = limit.map { stored.rows >= $0 } ?? false
    }

    /// The rows of the page for `amounts`, with the largest first. Limits apply to one member or to one club. If the amounts are sums over
    /// several members, `limits` is nil and the rows show no limits.
    static func list(_ amounts: [StorageAmount], _ limits: StorageLimits?) -> [StorageRow] {
        amounts.filter { $0.rows > 0 }.sorted { $0.bytes > $1.bytes }.compactMap { stored in
            guard let kind = stored.kind else { return nil }
            return StorageRow(stored, kind, limit: kind.limit.flatMap { limit in limits.map { $0[limit] } })
        }
    }

    static func megabytes(_ bytes: Int) -> String {
        let tenths = (bytes * 10 + (1 << 19)) >> 20
        return tenths == 0 ? "less than 0.1 MB" : "\((tenths / 10).grouped).\(tenths % 10) MB"
    }
}

struct LargestAccount: ViewModel {
    var name: String
    var profile: String
    var bytes: String
}

struct ClubStoragePage: Page {
    static let template = "storage/club"
    var layout: Layout
    var clubName: String
    var clubPath: String
    var own: [StorageRow]
    var isAdmin: Bool
    var club: [StorageRow]
    var all: [StorageRow]
    var largest: [LargestAccount]
    /// The size of the club's photos and its limit, for example "12.0 MB of 20,000 MB".
    var photos: String

    init(_ own: [StorageAmount], _ all: [StorageAmount], _ largest: [MemberStorage], visit: MemberVisit) {
        let (club, settings) = (visit.club, visit.services.settings)
        layout = visit.layout
        (clubName, clubPath, isAdmin) = (club.name, club.path + "/", visit.isAdmin)
        self.own = StorageRow.list(own, settings.storageLimits)
        self.club = StorageRow.list(all.filter { $0.kind?.isOfClub ?? false }, settings.storageLimits)
        self.all = StorageRow.list(all.filter { !($0.kind?.isOfClub ?? true) }, nil)
        self.largest = largest.map { member in
            LargestAccount(
                name: member.person.displayName, profile: "\(club.path)/members/\(member.person.handle)",
                bytes: StorageRow.megabytes(member.bytes))
        }
        let bytes = all.first { $0.kind == .photos }?.bytes ?? 0
        photos = "\(StorageRow.megabytes(bytes)) of \(settings.clubPhotoMegabytes.grouped) MB"
    }
}

struct AccountStoragePage: Page {
    static let template = "storage/account"
    var layout: Layout
    var kinds: [StorageRow]
    /// The size of everything except photos and its limit, for example "1.2 MB of 500 MB". `photos` is the same for photos. `clubs` is the
    /// number of clubs and its limit, for example "2 of 20".
    var text: String
    var photos: String
    var clubs: String
    var myClubs: [ClubCard]

    init(_ amounts: [StorageAmount], clubs: [Club], visit: Visit) {
        let limits = visit.services.settings.storageLimits
        layout = visit.layout()
        kinds = StorageRow.list(amounts, nil)
        func used(_ isUsed: (StorageAmount) -> Bool) -> Int { amounts.filter(isUsed).reduce(0) { $0 + $1.bytes } }
        text = "\(StorageRow.megabytes(used { $0.kind != .photos })) of \(limits[.textBytes].grouped) MB"
        photos = "\(StorageRow.megabytes(used { $0.kind == .photos })) of \(limits[.photoBytes].grouped) MB"
        self.clubs = "\(clubs.count) of \(limits[.clubs].grouped)"
        myClubs = clubs.map(ClubCard.init)
    }
}
