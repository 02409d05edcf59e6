import Calendar
import Dispatch
import Glibc
import Logging
import Synchronization

/// Writes each log event on one line: the time (RFC 3339, UTC), the level, the message, and the details as name=value.
struct LogLines: LogHandler {
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    let sink: LogSink

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let provided = metadataProvider?.get() ?? [:]
        sink.write(isUrgent: event.level >= .warning) { line in
            line.append(contentsOf: event.level.rawValue.utf8)
            line.append(UInt8(ascii: " "))
            Self.append(event.message.description, to: &line)
            for details in [metadata, provided, event.metadata ?? [:]] where !details.isEmpty {
                for (name, value) in details.sorted(by: { $0.key < $1.key }) {
                    line.append(UInt8(ascii: " "))
                    Self.append(name, to: &line)
                    line.append(UInt8(ascii: "="))
                    Self.append("\(value)", to: &line)
                }
            }
            if let error = event.error { Self.append(" error=\(error)", to: &line) }
        }
    }

    /// Appends a text. Line breaks and control characters are replaced, so that no text can look like another line of the log.
    private static func append(_ text: String, to line: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\n"): line.append(contentsOf: "\\n".utf8)
            case 0..<0x20, 0x7f: line.append(UInt8(ascii: "?"))
            default: line.append(byte)
            }
        }
    }
}

/// Collects lines, and writes them after 50 ms on a thread of its own, so that no request waits for the disk or the terminal. Warnings and
/// errors are written at once, with all lines before them. When the process exits normally, the remaining lines are written.
final class LogSink: Sendable {
    fileprivate struct State {
        var lines: [UInt8] = []
        var second = 0
        /// The current time as text, up to the second.
        var clock: [UInt8] = []
    }

    private let descriptor: Int32
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "log")
    private static let pause = DispatchTimeInterval.milliseconds(50)
    private static let limit = 1 << 20
    /// The maximum length of a line in bytes, including its line break.
    static let longestLine = 1024

    /// The sink that writes to standard error. It exists as long as the process.
    static let standardError: LogSink = {
        let sink = LogSink(descriptor: STDERR_FILENO)
        atexit { LogSink.standardError.flush() }
        return sink
    }()

    /// Returns a sink that appends to a file as long as the process runs. Nil if the file cannot be opened. Then `errno` contains the
    /// reason.
    static func file(_ path: String) -> LogSink? {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o640)
        guard descriptor >= 0 else { return nil }
        let sink = LogSink(descriptor: descriptor)
        files.withLock { $0.append(sink) }
        atexit { for sink in LogSink.files.withLock(\.self) { sink.flush() } }
        return sink
    }

    private static let files = Mutex<[LogSink]>([])

    init(descriptor: Int32) { self.descriptor = descriptor }

    func write(isUrgent: Bool, _ body: (inout [UInt8]) -> Void) {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let wasEmpty = state.withLock { state in
            let (wasEmpty, start) = (state.lines.isEmpty, state.lines.count)
            state.appendTime(time)
            body(&state.lines)
            state.cutLine(from: start, to: Self.longestLine - 1)
            state.lines.append(UInt8(ascii: "\n"))
            // If nobody reads the output, more and more lines are collected. Above the limit, the caller waits until the lines are written,
            // so that memory does not grow.
            if isUrgent || state.lines.count > Self.limit { state.flush(to: descriptor) }
            return wasEmpty
        }
        if wasEmpty, !isUrgent { queue.asyncAfter(deadline: .now() + Self.pause) { [self] in flush() } }
    }

    func flush() { state.withLock { $0.flush(to: descriptor) } }
}

extension LogSink.State {
    fileprivate mutating func appendTime(_ time: timespec) {
        if time.tv_sec != second || clock.isEmpty {
            let now = UTCTime(secondsSince1970: time.tv_sec)
            let (year, month, day) = now.date.parts
            clock = []
            appendToClock(year, digits: 4, "-")
            appendToClock(month, digits: 2, "-")
            appendToClock(day, digits: 2, "T")
            appendToClock(now.hour, digits: 2, ":")
            appendToClock(now.minute, digits: 2, ":")
            appendToClock(now.second, digits: 2, ".")
            second = time.tv_sec
        }
        lines.append(contentsOf: clock)
        let milliseconds = time.tv_nsec / 1_000_000
        for divisor in [100, 10, 1] { lines.append(UInt8(ascii: "0") + UInt8(milliseconds / divisor % 10)) }
        lines.append(contentsOf: "Z ".utf8)
    }

    /// Cuts the last line, which begins at `start`, to `limit` bytes. It ends with "…", and no character is split.
    fileprivate mutating func cutLine(from start: Int, to limit: Int) {
        guard lines.count - start > limit else { return }
        let mark = "…".utf8
        var end = start + limit - mark.count
        while end > start, lines[end] & 0b1100_0000 == 0b1000_0000 { end -= 1 }
        lines.removeSubrange(end...)
        lines.append(contentsOf: mark)
    }

    private mutating func appendToClock(_ number: Int, digits: Int, _ end: String) {
        let text = String(number)
        clock += String(repeating: "0", count: max(0, digits - text.count)).utf8
        clock += text.utf8
        clock += end.utf8
    }

    fileprivate mutating func flush(to descriptor: Int32) {
        var rest = lines[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            // The log cannot be written, so there is no place where this error could be reported.
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        lines.removeAll(keepingCapacity: lines.capacity < 1 << 16)
    }
}
