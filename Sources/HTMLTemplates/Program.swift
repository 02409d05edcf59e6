/// A compiled page: a flat list of instructions and a pool of static text. Sections contain the index of their end.
final class Program: Sendable {
    let instructions: [Instruction]
    let pool: [UInt8]
    /// The largest number of models in scope at the same time, including the page.
    let slots: Int
    let names: [DataName]
    let calls: [DataCall]
    /// The cost of the compilation in nodes and bytes.
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

/// A stored property, as the slot of the model that has it, and its offset in bytes.
struct Field: Sendable {
    var slot: Int32
    var offset: Int32
}

enum Instruction: Sendable {
    case text(start: Int32, count: Int32)
    case string(Field, Escape)
    case integer(Field)
    case value(Field, any Reader.Type, Escape)
    /// Continues at `to` if the Bool equals `when`.
    case jump(Field, when: Bool, to: Int32)
    /// Continues at `to` if the value is shown (`when` is true) or not shown (`when` is false).
    case jumpShown(Field, any Reader.Type, when: Bool, to: Int32)
    /// Runs the instructions up to `end` for each item. Meanwhile `slot` contains the address of the item.
    case section(Field, any Reader.Type, slot: Int32, end: Int32)
    /// These implement an inverted section over a member of an Optional. The mark says whether the member exists and is shown.
    case clearMark
    case setMark
    case jumpMarked(to: Int32)
    case data(DataInstruction)
}

/// An instruction for data with names that are looked up at rendering. Its numbers are indices in `Program.names` and `Program.calls`.
enum DataInstruction: Sendable {
    case value(name: Int32, Escape)
    /// If `once` is true, the section changes its place in the HTML and must not be repeated.
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

/// A template that is looked up at rendering, because the data name it or because it contains itself.
struct DataCall: Sendable {
    let reference: Reference
    let template: Template
    let offset: Int
    let frame: Frame
    let state: HTMLState
}
