import SystemPackage

/// What a command says to whoever started it. When nobody reads it, it is lost without a word.
struct Console {
    private let descriptor: FileDescriptor

    static let standardOutput = Console(descriptor: .standardOutput)
    static let standardError = Console(descriptor: .standardError)

    func write(_ text: String) { write(Array(text.utf8)) }

    func write(_ bytes: [UInt8]) { _ = try? descriptor.writeAll(bytes) }
}

/// Writes a line to standard output.
func say(_ line: String) { Console.standardOutput.write(line + "\n") }
