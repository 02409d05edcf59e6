import SystemPackage

/// Writes the output of a command. If nobody reads the output, it is lost without an error.
struct Console {
    private let descriptor: FileDescriptor

    static let standardOutput = Console(descriptor: .standardOutput)
    static let standardError = Console(descriptor: .standardError)

    func write(_ text: String) { write(Array(text.utf8)) }

    func write(_ bytes: [UInt8]) { _ = try? descriptor.writeAll(bytes) }
}

/// Writes a line to standard output.
func say(_ line: String) { Console.standardOutput.write(line + "\n") }
