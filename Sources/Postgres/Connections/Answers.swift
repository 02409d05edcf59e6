import CLibPQ

/// The results that have arrived so far for one segment (statements that are sent together, in one transaction).
struct Answers {
    private(set) var results: [ResultRows] = []
    private(set) var failure: DatabaseError?
    /// The keys of the statements that the server refused to prepare, or skipped because an earlier statement had failed.
    private(set) var unprepared: [BoundStatement.Key] = []
    /// Whether `failure` means that statements must be prepared again, because tables have changed since the statements were prepared.
    private(set) var wantsNewPlans = false
    /// The message that the server sent before it closed the connection. Nil if there was none.
    private(set) var farewell: String?
    private(set) var largest = 0
    private var position = 0

    mutating func start() {
        drop()
        unprepared.removeAll(keepingCapacity: true)
        (failure, wantsNewPlans, farewell, largest, position) = (nil, false, nil, 0, 0)
    }

    /// Releases the rows, which may take much memory.
    mutating func drop() { results.removeAll(keepingCapacity: true) }

    /// Reads the results that have arrived for `steps`, the steps of `segment`. If the caller of the segment no longer waits, `segment` is
    /// nil and the rows are not kept. Returns true after the last result. Before that, the outcome of the segment is not certain.
    mutating func read(from connection: OpaquePointer, to steps: [StatementSender.Step], of segment: Segment?) -> Bool {
        var pauses = 0
        while position < steps.count, pauses < 3, PQisBusy(connection) == 0 {
            if let result = PQgetResult(connection) {
                guard PQresultStatus(result) != PGRES_PIPELINE_SYNC else {
                    PQclear(result)
                    return true
                }
                take(result, steps, segment)
            } else if case .sync = steps[position] {
                // A pause is not the end: an error of the commit itself, such as a violated deferred constraint, arrives after a pause and
                // before the sync result.
                pauses += 1
            } else {
                position += 1
            }
        }
        return false
    }

    private mutating func take(_ result: OpaquePointer, _ steps: [StatementSender.Step], _ segment: Segment?) {
        let status = PQresultStatus(result)
        switch (status, steps[position]) {
        case (PGRES_TUPLES_OK, .statement(let index)), (PGRES_COMMAND_OK, .statement(let index)):
            largest = max(largest, PQresultMemorySize(result))
            guard let sql = segment?.statements[index].sql else { return PQclear(result) }
            results.append(ResultRows(taking: result, sql: sql))
        case (PGRES_TUPLES_OK, _), (PGRES_COMMAND_OK, _):
            PQclear(result)
        default:
            if case .prepare(let key) = steps[position] { unprepared.append(key) }
            if failure == nil, status != PGRES_PIPELINE_ABORTED { refused(result, steps, segment) }
            PQclear(result)
        }
    }

    private mutating func refused(_ result: OpaquePointer, _ steps: [StatementSender.Step], _ segment: Segment?) {
        var isPreparing = false
        if case .prepare = steps[position] { isPreparing = true }
        wantsNewPlans = result.wantsNewPlans
        let error = ServerError(result, statement: Self.statement(steps[position...], of: segment), isPreparing: isPreparing)
        // An error of libpq itself, such as a lack of memory for a result, does not tell whether the server has run the statement.
        failure = error.map { .refused($0) } ?? .outcomeUnknown
        if let error, result.errorField("V") == "FATAL" { farewell = "\(error.message) (\(error.sqlState))" }
    }

    private static func statement(_ steps: ArraySlice<StatementSender.Step>, of segment: Segment?) -> String {
        for step in steps {
            if case .statement(let index) = step, let sql = segment?.statements[index].sql { return "\(sql)" }
        }
        return "COMMIT"
    }
}
