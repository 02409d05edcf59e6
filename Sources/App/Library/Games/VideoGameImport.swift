import FoundationEssentials
import Postgres

/// Reads a file of the operator with video games into the catalogue that all clubs share.
public struct VideoGameImport: Sendable {
    private let database: Database
    private static let batchSize = 500

    public init(_ database: Database) { self.database = database }

    public struct Problems: Error, Sendable {
        public var sentences: [String]
        /// The number of further errors, which have no sentence.
        public var more: Int
    }

    /// Adds the games of the file, and updates games with the same name and release date. Throws `Problems`, `DatabaseError` and the errors
    /// of `chunks`.
    /// - Parameter chunks: returns the next bytes of the file, and nil at its end.
    public func run(isDocument: Bool, _ chunks: () throws -> [UInt8]?) async throws -> (added: Int, changed: Int) {
        var file = VideoGameFile()
        if isDocument {
            var data = Data()
            while let chunk = try chunks() { data.append(contentsOf: chunk) }
            try file.readDocument(data)
        } else {
            try file.readTable(chunks)
        }
        if file.problems.count == 0, file.games.isEmpty { throw Problems(sentences: ["The file has no games."], more: 0) }
        guard file.problems.count == 0 else { throw Problems(sentences: file.problems.sentences, more: file.problems.more) }
        var (added, changed) = (0, 0)
        for start in stride(from: 0, to: file.games.count, by: Self.batchSize) {
            let batch = Array(file.games[start..<min(start + Self.batchSize, file.games.count)])
            let new = try await database.write(tenant: 0, VideoGameQueries().upsertShared(try JSON(encoding: batch)))
            (added, changed) = (added + new, changed + batch.count - new)
        }
        return (added, changed)
    }
}
