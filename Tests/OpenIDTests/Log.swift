import Logging
import TestSupport

/// A log in memory: a line an event, with its metadata.
struct Log: LogHandler {
    let lines: Locked<[String]>
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    static func logger(_ lines: Locked<[String]>) -> Logger { Logger(label: "test") { _ in Log(lines: lines) } }

    func log(event: LogEvent) {
        let fields = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }
        lines.change { $0.append("\(event.level) \(event.message)" + fields.joined()) }
    }
}
