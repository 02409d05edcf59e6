import CLibPQ

/// Passes statements to libpq on one connection. It prepares each statement when it is first used, and records in `steps` the order in
/// which the results will arrive.
struct StatementSender {
    /// The part of a segment (statements that are sent together) to which a result of the server belongs.
    enum Step {
        case prepare(BoundStatement.Key)
        case hidden
        case statement(Int)
        case sync
    }

    private(set) var steps: [Step] = []
    private let metrics: DatabaseMetrics
    private var names: [BoundStatement.Key: String] = [:]
    /// The number of statements that were ever prepared on this connection. This number is a part of the statement's name, so no name is
    /// used twice.
    private var prepared = 0
    private var isStale = false
    /// The buffers from here on are kept between calls, so that sending allocates no memory.
    private var setting = BoundStatement("SELECT set_config($1, $2, true)")
    private var values: [UnsafePointer<CChar>?] = []
    private var lengths: [Int32] = []
    private var formats: [Int32] = []

    init(metrics: DatabaseMetrics) { self.metrics = metrics }

    /// Forgets all prepared statements, because a new connection has none.
    mutating func reset() {
        steps.removeAll(keepingCapacity: true)
        names.removeAll(keepingCapacity: true)
        isStale = false
    }

    /// Makes sure that every statement is prepared again at its next use, because tables have changed.
    mutating func renewPlans() {
        names.removeAll(keepingCapacity: true)
        isStale = true
    }

    /// Starts a segment. After `renewPlans`, it first removes all prepared statements from the server (DEALLOCATE). It does not do that if
    /// `isInTransaction` is true, because a transaction that has failed accepts only ROLLBACK. Returns false, like the methods below, if
    /// libpq has no memory for the statement.
    mutating func start(isInTransaction: Bool, on connection: OpaquePointer) -> Bool {
        steps.removeAll(keepingCapacity: true)
        guard isStale, !isInTransaction else { return true }
        isStale = false
        return send(BoundStatement("DEALLOCATE ALL", oneOff: "DEALLOCATE ALL"), as: .hidden, on: connection)
    }

    mutating func end(on connection: OpaquePointer) -> Bool {
        steps.append(.sync)
        return PQpipelineSync(connection) == 1
    }

    /// Ends a segment. The statements in `unprepared` are prepared again at their next use.
    mutating func finish(forgetting unprepared: [BoundStatement.Key]) {
        steps.removeAll(keepingCapacity: true)
        for key in unprepared { names[key] = nil }
    }

    /// Sets a parameter of the session, such as the club, until the end of the transaction.
    mutating func set(_ name: String, to value: String, on connection: OpaquePointer) -> Bool {
        setting.rebind(name, value)
        return send(setting, as: .hidden, on: connection)
    }

    mutating func send(_ statement: borrowing BoundStatement, as step: Step, on connection: OpaquePointer) -> Bool {
        metrics.statements.add()
        metrics.bytesSent.add(statement.bytes.count)
        if let text = statement.oneOff { return execute(statement, text: text, as: step, on: connection) }
        let key = statement.key
        if let name = names[key] { return execute(statement, name: name, as: step, on: connection) }
        guard let name = prepare(statement, key: key, on: connection) else { return false }
        return execute(statement, name: name, as: step, on: connection)
    }

    private mutating func prepare(_ statement: borrowing BoundStatement, key: BoundStatement.Key, on connection: OpaquePointer) -> String? {
        let name = "s\(prepared)"
        prepared += 1
        names[key] = name
        let types = statement.parameters.map(\.type)
        let text = UnsafeRawPointer(statement.sql.start).assumingMemoryBound(to: CChar.self)
        guard PQsendPrepare(connection, name, text, Int32(types.count), types) == 1 else { return nil }
        steps.append(.prepare(key))
        metrics.statementsPrepared.add()
        metrics.bytesSent.add(statement.sql.count)
        return name
    }

    private mutating func execute(
        _ statement: borrowing BoundStatement, name: String, as step: Step, on connection: OpaquePointer
    ) -> Bool {
        steps.append(step)
        return statement.bytes.withUnsafeBytes { bytes in
            arrange(statement.parameters, in: bytes)
            return PQsendQueryPrepared(connection, name, Int32(values.count), values, lengths, formats, 1) == 1
        }
    }

    private mutating func execute(
        _ statement: borrowing BoundStatement, text: String, as step: Step, on connection: OpaquePointer
    ) -> Bool {
        steps.append(step)
        metrics.bytesSent.add(text.utf8.count)
        let types = statement.parameters.map(\.type)
        return statement.bytes.withUnsafeBytes { bytes in
            arrange(statement.parameters, in: bytes)
            return PQsendQueryParams(connection, text, Int32(values.count), types, values, lengths, formats, 1) == 1
        }
    }

    private mutating func arrange(_ parameters: [BoundStatement.Parameter], in bytes: UnsafeRawBufferPointer) {
        let base = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) ?? emptyBytes
        values.removeAll(keepingCapacity: true)
        lengths.removeAll(keepingCapacity: true)
        for parameter in parameters {
            values.append(parameter.length < 0 ? nil : base + parameter.offset)
            lengths.append(Int32(max(0, parameter.length)))
        }
        while formats.count < values.count { formats.append(1) }
    }
}

/// An address for the value of an empty parameter. A null pointer would mean SQL NULL.
private nonisolated(unsafe) let emptyBytes = UnsafePointer<CChar>(UnsafeMutablePointer<CChar>.allocate(capacity: 1))
