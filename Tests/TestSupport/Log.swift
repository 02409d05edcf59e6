public import Logging

/// A log in memory. Each event is one line with its metadata.
public struct Log: LogHandler {
    private let lines: Locked<[String]>
    public var metadata: Logger.Metadata = [:]
    public var logLevel = Logger.Level.trace

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public static func logger(_ lines: Locked<[String]>) -> Logger { Logger(label: "test") { _ in Log(lines: lines) } }

    public func log(event: LogEvent) {
        let fields = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }
        lines.change { $0.append("\(event.level) \(event.message)" + fields.joined()) }
    }
}
