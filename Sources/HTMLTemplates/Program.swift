/// A compiled page: flat instructions over one pool of static text. Sections know where they end.
final class Program: Sendable {
    let instructions: [Instruction]
    let pool: [UInt8]
    /// How many models are in scope at most, the page included.
    let slots: Int
    let names: [DataName]
    let calls: [DataCall]
    /// What the compilation cost, in nodes and bytes.
    let work: Int

    init(instructions: [Instruction], pool: [UInt8], slots: Int, names: [DataName], calls: [DataCall], work: Int) {
        self.instructions = instructions
        self.pool = pool
        self.slots = slots
        self.names = names
        self.calls = calls
        self.work = work
    }
}

/// A stored property: the slot of the model that has it, and its offset in bytes.
struct Field: Sendable {
    var slot: Int32
    var offset: Int32
}

enum Instruction: Sendable {
    case text(start: Int32, count: Int32)
    case string(Field, Escape)
    case integer(Field)
    case value(Field, any Reader.Type, Escape)
    /// Goes on at `to` when the Bool is `value`.
    case jump(Field, when: Bool, to: Int32)
    /// Goes on at `to` when there is, or is not, something to show.
    case jumpShown(Field, any Reader.Type, when: Bool, to: Int32)
    /// Runs what follows up to `end` for each item, whose address is in `slot` meanwhile.
    case section(Field, any Reader.Type, slot: Int32, end: Int32)
    /// An inverted section over an Optional's member: the mark says whether the member was found and shown.
    case clearMark
    case setMark
    case jumpMarked(to: Int32)
    case data(DataInstruction)
}

/// What is done with data whose names are looked up at rendering. Indices are those of `Program.names` and `calls`.
enum DataInstruction: Sendable {
    case value(name: Int32, Escape)
    /// `once`: the section changes its place in the HTML and may not be repeated.
    case section(name: Int32, once: Bool, end: Int32)
    case inverted(name: Int32, end: Int32)
    case call(Int32)
}

struct DataName: Sendable {
    let path: [String]
    let text: String
    let template: Template
    let offset: Int
}

/// A template that is found at rendering, since the data names it or it contains itself.
struct DataCall: Sendable {
    let reference: Reference
    let template: Template
    let offset: Int
    let frame: Frame
    let state: HTMLState
}
