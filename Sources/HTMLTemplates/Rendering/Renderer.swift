/// Renders one page with the program that was compiled for the type of the page.
///
/// The slots contain the addresses of the models in scope, which stay valid while a section runs. The compiler guarantees that every
/// instruction uses a slot below `Program.slots` that an enclosing section has filled, and that every index is within the program.
struct Renderer: ~Copyable {
    private let instructions: UnsafeBufferPointer<Instruction>
    private let pool: UnsafeBufferPointer<UInt8>
    private let slots: UnsafeMutableBufferPointer<UnsafeRawPointer>
    private var output: Output
    private var isMarked = false

    static func render<P: Page>(_ page: P, _ program: Program) -> [UInt8] {
        program.instructions.withUnsafeBufferPointer { instructions in
            program.pool.withUnsafeBufferPointer { pool in
                withUnsafeTemporaryAllocation(of: UnsafeRawPointer.self, capacity: program.slots) { slots in
                    withUnsafePointer(to: page) { page in
                        slots.initialize(repeating: UnsafeRawPointer(page))
                        var renderer = Renderer(instructions, pool, slots)
                        renderer.run(0..<instructions.count)
                        return renderer.output.bytes
                    }
                }
            }
        }
    }

    private init(
        _ instructions: UnsafeBufferPointer<Instruction>, _ pool: UnsafeBufferPointer<UInt8>,
        _ slots: UnsafeMutableBufferPointer<UnsafeRawPointer>
    ) {
        self.instructions = instructions
        self.pool = pool
        self.slots = slots
        output = Output(capacity: pool.count * 2)
    }

    private mutating func run(_ range: Range<Int>) {
        var index = range.lowerBound
        while index < range.upperBound {
            let instruction = instructions[index]
            index += 1
            switch instruction {
            case .text(let start, let count): output.append(pool, from: Int(start), to: Int(start + count))
            case .string(let field, let escape): String.write(at: address(field), as: escape, to: &output)
            case .integer(let field): Int.write(at: address(field), as: .raw, to: &output)
            case .value(let field, let reader, let escape): reader.write(at: address(field), as: escape, to: &output)
            case .jump(let field, let when, let to):
                if Bool.isShown(at: address(field)) == when { index = Int(to) }
            case .jumpShown(let field, let reader, let when, let to):
                if reader.isShown(at: address(field)) == when { index = Int(to) }
            case .section(let field, let reader, let slot, let end):
                let body = index..<Int(end)
                reader.visit(at: address(field)) { items in repeatBody(body, over: items, in: Int(slot)) }
                index = Int(end)
            case .clearMark: isMarked = false
            case .setMark: isMarked = true
            case .jumpMarked(let to): if isMarked { index = Int(to) }
            case .data: break
            }
        }
    }

    private mutating func repeatBody(_ body: Range<Int>, over items: Items, in slot: Int) {
        for item in 0..<items.count {
            slots[slot] = items[item]
            run(body)
        }
    }

    @inline(__always)
    private func address(_ field: Field) -> UnsafeRawPointer {
        slots[Int(field.slot)] + Int(field.offset)
    }
}
