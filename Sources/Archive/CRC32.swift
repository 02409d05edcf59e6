/// The checksum of files in ZIP archives (APPNOTE.TXT section 4.4.7). It is computed from 16 bytes at a time (M. Kounavis and F. Berry, "A
/// Systematic Approach to Building High Performance Software-Based CRC Generators", 2005).
public struct CRC32: Hashable, Sendable {
    private var register = UInt32.max

    /// Creates the checksum of no bytes.
    public init() {}

    /// Creates a checksum that continues after earlier bytes. `value` is the checksum of the earlier bytes.
    public init(value: UInt32) {
        register = ~value
    }

    public var value: UInt32 { ~register }

    public mutating func update(_ bytes: some Collection<UInt8>) {
        let lent: Void? = bytes.withContiguousStorageIfAvailable { read($0) }
        if lent == nil { Array(bytes).withUnsafeBufferPointer { read($0) } }
    }

    private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        Self.tables.withUnsafeBufferPointer { tables in
            guard let tables = tables.baseAddress else { return }
            let tail = bytes.count & 15
            for block in stride(from: start, to: start + (bytes.count - tail), by: 16) { readBlock(block, tables) }
            for byte in bytes.suffix(tail) { register = register >> 8 ^ tables[Int(byte ^ UInt8(truncatingIfNeeded: register))] }
        }
    }

    /// Adds 16 bytes to the checksum. The first four bytes are combined with `register`.
    @inline(__always)
    private mutating func readBlock(_ block: UnsafePointer<UInt8>, _ tables: UnsafePointer<UInt32>) {
        var next: UInt32 = 0
        var index = 0
        while index < 16 {
            let byte = index < 4 ? block[index] ^ UInt8(truncatingIfNeeded: register >> (8 * UInt32(index))) : block[index]
            next ^= tables[(15 - index) << 8 | Int(byte)]
            index += 1
        }
        register = next
    }

    /// Sixteen tables of 256 values, one after another. If `register` is 0, value b of table n is `register` after the byte b and n zero
    /// bytes.
    private static let tables: [UInt32] = {
        var tables = (0..<256).map { byte in
            (0..<8).reduce(UInt32(byte)) { register, _ in register >> 1 ^ (register & 1) * 0xEDB8_8320 }
        }
        for index in 256..<16 * 256 {
            let register = tables[index - 256]
            tables.append(register >> 8 ^ tables[Int(register & 0xFF)])
        }
        return tables
    }()
}
