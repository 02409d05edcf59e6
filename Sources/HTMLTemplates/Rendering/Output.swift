/// The bytes of the page that is being rendered. They are in a buffer that doubles its size when it is full.
///
/// Access to the memory is safe because the buffer has one owner: it is allocated in `init`, replaced only in `grow` and freed in `deinit`.
/// Every write first makes sure that there is room.
struct Output: ~Copyable {
    private var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = max(capacity, 64)
        base = .allocate(capacity: self.capacity)
    }

    deinit { base.deallocate() }

    var bytes: [UInt8] { [UInt8](UnsafeBufferPointer(start: base, count: count)) }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        reserve(1)
        base[count] = byte
        count += 1
    }

    @inline(__always)
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        append(bytes, from: 0, to: bytes.count)
    }

    @inline(__always)
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) {
        guard start < end, let source = bytes.baseAddress else { return }
        reserve(end - start)
        (base + count).update(from: source + start, count: end - start)
        count += end - start
    }

    mutating func append(_ text: StaticString) {
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends a whole number in decimal digits. The digits are written from the last to the first, at the end of a gap that has room for
    /// the longest number. Then they are moved to the beginning of the gap.
    mutating func append(magnitude: UInt64, isNegative: Bool) {
        let longest = 20
        reserve(longest)
        let end = base + count + longest
        var digit = end
        var rest = magnitude
        repeat {
            digit -= 1
            digit.pointee = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest != 0
        if isNegative {
            digit -= 1
            digit.pointee = UInt8(ascii: "-")
        }
        (base + count).update(from: digit, count: end - digit)
        count += end - digit
    }

    @inline(__always)
    private mutating func reserve(_ extra: Int) {
        if capacity - count < extra { grow(extra) }
    }

    @inline(never)
    private mutating func grow(_ extra: Int) {
        let larger = max(capacity * 2, count + extra)
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        moved.update(from: base, count: count)
        base.deallocate()
        base = moved
        capacity = larger
    }
}

extension Output {
    mutating func append(integer value: Int) {
        append(magnitude: UInt64(value.magnitude), isNegative: value < 0)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns the eight bytes that begin at `index`. The caller must make sure that they are within the buffer.
    @inline(__always)
    func word(at index: Int) -> UInt64 {
        UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: index, as: UInt64.self)
    }
}
