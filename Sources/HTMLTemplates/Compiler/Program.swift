/// A compiled template: a list of instructions and the static text that they use. Each section contains the index of its end.
final class Program: Sendable {
    let instructions: [Instruction]
    let pool: [UInt8]
    /// The maximum number of models that are in scope at the same time, including the page.
    let slots: Int
    let names: [DataName]
    let calls: [DataCall]
    /// The work of the compilation: the number of visited nodes plus the bytes of static text.
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

/// The place of a stored property in memory: the slot of its model, and the offset in bytes from the start of the model. A slot is a
/// variable that holds the address of one model during rendering.
struct Field: Sendable {
    var slot: Int32
    var offset: Int32
}

enum Instruction: Sendable {
    case text(start: Int32, count: Int32)
    case string(Field, Escape)
    case integer(Field)
    case value(Field, any Reader.Type, Escape)
    /// Continues with the instruction at index `to` if the Bool equals `when`.
    case jump(Field, when: Bool, to: Int32)
    /// Continues with the instruction at index `to` if the value is shown and `when` is true, or if it is not shown and `when` is false.
    case jumpShown(Field, any Reader.Type, when: Bool, to: Int32)
    /// Runs the instructions up to index `end` once for each item. During that, `slot` contains the address of the item.
    case section(Field, any Reader.Type, slot: Int32, end: Int32)
    /// Three instructions for an inverted section whose value is inside an Optional. The mark is a flag that says whether the value exists
    /// and is shown.
    case clearMark
    case setMark
    case jumpMarked(to: Int32)
    case data(DataInstruction)
}

/// An instruction for a program that renders data. Names are looked up during rendering. `name` is an index in `Program.names`, `end` is
/// the index of an instruction, and the number of a call is an index in `Program.calls`.
enum DataInstruction: Sendable {
    case value(name: Int32, Escape)
    /// A section. If `once` is true, the section changes the place in the HTML, so it must not be repeated.
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

/// A tag whose template is looked up during rendering. The reason is that the data contain the name of the template, or that the template
/// contains itself.
struct DataCall: Sendable {
    let reference: Reference
    let template: Template
    let offset: Int
    let frame: Frame
    let state: HTMLState
}
