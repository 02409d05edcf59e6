import HTMLTemplates
import Testing

struct Pet: ViewModel {
    var name: String
    var age: Int
}

struct Badge: TemplateText {
    var number: Int
    var templateText: String { "<\(number)>" }
}

enum Mark: String, TemplateText {
    case cross, nought
}

struct Owner: ViewModel {
    var name: String
    var pet: Pet?
    var nicknames: [String]
    var isAdmin: Bool
    var nested: Pet
}

/// A page with a property of every kind.
struct Sample: Page {
    static let template = "sample"

    var title = "T"
    var cut = "abcdef".dropFirst(2).dropLast(2)
    var count = 42
    var small: Int8 = -128
    var large = UInt64.max
    var least = Int.min
    var ratio = 0.5
    var whole = 3.0
    var yes = true
    var no = false
    var badge = Badge(number: 7)
    var mark = Mark.cross
    var present: String? = "here"
    var absent: String?
    var number: Int? = 5
    var noNumber: Int?
    var maybe: Bool? = false
    var empty = ""
    var words = ["a", "b"]
    var noWords: [String] = []
    var optionalWords: [String?] = ["x", nil, "z"]
    var wordsOrNone: [String]? = ["w"]
    var grid = [[1, 2], [3]]
    var pet = Pet(name: "Rex", age: 3)
    var petOrNone: Pet? = Pet(name: "Tom", age: 9)
    var noPet: Pet?
    var owners = [
        Owner(name: "Ana", pet: Pet(name: "Kit", age: 1), nicknames: ["an", "a"], isAdmin: true, nested: Pet(name: "N1", age: 1)),
        Owner(name: "Ben", pet: nil, nicknames: [], isAdmin: false, nested: Pet(name: "N2", age: 2)),
    ]
    var closure: @Sendable () -> Void = {}
}

/// A page for hostile values.
struct Hostile: Page {
    static let template = "hostile"
    var x: String
    var y = ""
    var n = 5
    var show = true
    var optional: String?
    var list: [String] = ["1", "2"]
}

func render<P: Page>(_ page: P, _ source: String, _ others: [String: String] = [:]) throws -> String {
    let store = TemplateStore(templates: others.merging([P.template: source]) { $1 })
    return String(decoding: try store.render(page), as: UTF8.self)
}

func sample(_ source: String, _ others: [String: String] = [:]) throws -> String {
    try render(Sample(), source, others)
}

/// The mistakes that `check` finds in a template.
func mistakes<P: Page>(_ page: P.Type = Sample.self, in source: String, _ others: [String: String] = [:]) -> [String] {
    do {
        try TemplateStore(templates: others.merging([P.template: source]) { $1 }).check([page])
        return []
    } catch let errors as TemplateErrors {
        return errors.errors.map(\.description)
    } catch {
        return ["not TemplateErrors: \(error)"]
    }
}

// View models with properties that cannot be read.
enum Choice: ViewModel {
    case one(Int), two
}

final class Shared: ViewModel {
    let name = "n"
}

struct Unreadable: Page {
    static let template = "unreadable"
    var choice = Choice.two
    var shared = Shared()
    weak var weakly: Shared?
    var several = [Shared()]
}

final class ClassPage: Page {
    static let template = "class"
    let name = "n"
}
