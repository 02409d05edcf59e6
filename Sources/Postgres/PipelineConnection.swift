import CLibPQ
import Dispatch
import Logging

/// One connection of the pool in pipeline mode, with at most one segment in flight. Used on the I/O thread only.
final class PipelineConnection: LinkOwner {
    /// What the next result from the server belongs to.
    private enum Step {
        case prepare(BoundStatement.Key)
        case tenant
        case statement(Int)
        case sync
    }

    let link: Link
    private let configuration: DatabaseConfiguration
    private unowned let thread: IOThread
    private let metrics: DatabaseMetrics
    private var preparedNames: [BoundStatement.Key: String] = [:]
    /// How many statements this connection ever prepared: names are never used twice.
    private var prepared = 0
    private var segment: Segment?
    private var steps: [Step] = []
    private var position = 0
    private var results: [ResultRows] = []
    private var failure: DatabaseError?
    /// The caller has gone; what is in flight is being drained, and given up at this time.
    private var abandonedUntil: UInt64?
    /// The number of the cancel request under way.
    private var cancelling: Int?
    private var cancelLimit: UInt64 = 0
    private var cancels = 0
    private static let drainLimit: UInt64 = 2_000_000_000

    init(link: Link, configuration: DatabaseConfiguration, thread: IOThread, metrics: DatabaseMetrics) {
        self.link = link
        self.configuration = configuration
        self.thread = thread
        self.metrics = metrics
        link.owner = self
    }

    var isReady: Bool { link.isOpen && segment == nil && abandonedUntil == nil && cancelling == nil }

    var isBusy: Bool { link.isOpen && !isReady }

    var wakeTime: UInt64? {
        [link.wakeTime, segment?.deadline, abandonedUntil, cancelling.map { _ in cancelLimit }].compactMap(\.self).min()
    }

    // MARK: Sending

    func send(_ segment: Segment) {
        guard let connection = link.connection else { return }
        self.segment = segment
        noteSending(segment)
        steps.removeAll(keepingCapacity: true)
        results.removeAll(keepingCapacity: true)
        (position, failure) = (0, nil)
        let isSent = sendTenant(of: segment, on: connection) && sendStatements(of: segment, on: connection)
        guard isSent, PQpipelineSync(connection) == 1 else { return link.lose(link.errorMessage()) }
        steps.append(.sync)
        link.flush()
    }

    private func noteSending(_ segment: Segment) {
        segment.attempts += 1
        segment.sent = monotonicNow()
        metrics.roundTripCount.add()
        if segment.attempts > 1 { metrics.retries.add() }
        metrics.queueTime.add(nanoseconds: segment.sent - min(segment.sent, segment.submitted))
    }

    private func sendTenant(of segment: Segment, on connection: OpaquePointer) -> Bool {
        guard let tenant = segment.tenant else { return true }
        let setting = BoundStatement("SELECT set_config($1, $2, true)", configuration.tenantSetting, String(tenant))
        return execute(setting, as: .tenant, on: connection)
    }

    private func sendStatements(of segment: Segment, on connection: OpaquePointer) -> Bool {
        for (index, statement) in segment.statements.enumerated() {
            guard execute(statement, as: .statement(index), on: connection) else { return false }
        }
        return true
    }

    private func execute(_ statement: BoundStatement, as step: Step, on connection: OpaquePointer) -> Bool {
        let key = statement.key
        let name: String
        if let known = preparedNames[key] {
            name = known
        } else {
            name = "s\(prepared)"
            prepared += 1
            preparedNames[key] = name
            let types = statement.parameters.map(\.type)
            let text = UnsafeRawPointer(statement.sql.utf8Start).assumingMemoryBound(to: CChar.self)
            guard PQsendPrepare(connection, name, text, Int32(types.count), types) == 1 else { return false }
            steps.append(.prepare(key))
            metrics.statementsPrepared.add()
            metrics.bytesSent.add(statement.sql.utf8CodeUnitCount)
        }
        steps.append(step)
        metrics.statements.add()
        metrics.bytesSent.add(statement.bytes.count)
        return statement.bytes.withUnsafeBytes { bytes in
            let base = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) ?? emptyBytes
            let values = statement.parameters.map { $0.length < 0 ? nil : base + $0.offset }
            let lengths = statement.parameters.map { Int32(max(0, $0.length)) }
            let formats = [Int32](repeating: 1, count: values.count)
            return PQsendQueryPrepared(connection, name, Int32(values.count), values, lengths, formats, 1) == 1
        }
    }

    // MARK: Receiving

    func linkReadable(_ link: Link) {
        var pauses = 0
        while let connection = link.connection, position < steps.count, pauses < 3, PQisBusy(connection) == 0 {
            if let result = PQgetResult(connection) {
                take(result)
            } else if case .sync = steps[position] {
                // An error at the commit itself (a deferred constraint) comes before the sync, with a pause between.
                pauses += 1
            } else {
                position += 1
            }
        }
    }

    private func take(_ result: OpaquePointer) {
        let status = PQresultStatus(result)
        switch (status, steps[position]) {
        case (PGRES_PIPELINE_SYNC, _):
            PQclear(result)
            position = steps.count
            synced()
        case (PGRES_TUPLES_OK, .statement(let index)), (PGRES_COMMAND_OK, .statement(let index)):
            guard let sql = segment?.statements[index].sql else { return PQclear(result) }
            results.append(ResultRows(taking: result, sql: sql))
        case (PGRES_TUPLES_OK, _), (PGRES_COMMAND_OK, _):
            PQclear(result)
        default:
            refused(result, status)
            PQclear(result)
        }
    }

    private func refused(_ result: OpaquePointer, _ status: ExecStatusType) {
        // A statement that was not prepared must be prepared anew next time.
        if case .prepare(let key) = steps[position] { preparedNames[key] = nil }
        guard failure == nil, status != PGRES_PIPELINE_ABORTED else { return }
        func field(_ code: Int32) -> String? { PQresultErrorField(result, code).map { String(cString: $0) } }
        failure = .refused(
            ServerError(
                sqlState: field(Int32(UInt8(ascii: "C"))) ?? "08000",
                message: field(Int32(UInt8(ascii: "M"))) ?? link.errorMessage(),
                constraint: field(Int32(UInt8(ascii: "n"))),
                statement: statementText(at: position)))
    }

    private func statementText(at position: Int) -> String {
        for step in steps[position...] {
            if case .statement(let index) = step, let sql = segment?.statements[index].sql { return "\(sql)" }
        }
        return "COMMIT"
    }

    /// The segment is committed or rolled back: only now may its caller hear of it.
    private func synced() {
        let finished = segment
        if let finished { metrics.flightTime.add(nanoseconds: monotonicNow() - finished.sent) }
        segment = nil
        abandonedUntil = nil
        guard let connection = link.connection, PQtransactionStatus(connection) == PQTRANS_IDLE else {
            finished?.finish(.failure(.outcomeUnknown))
            return link.lose("a transaction was left open")
        }
        if let finished { settle(finished) }
    }

    private func settle(_ finished: Segment) {
        guard let failure else { return finished.finish(.success(results)) }
        if case .refused(let error) = failure, error.wantsNewPlans {
            link.lose("prepared statements are out of date")
            // It was rolled back, so it is safe to send it again, until it meets a connection that has the new plan.
            if finished.attempts <= configuration.connections { return thread.submitAgain(finished) }
        }
        finished.finish(.failure(failure))
    }

    // MARK: Faults

    func linkOpened(_ link: Link) {
        preparedNames.removeAll(keepingCapacity: true)
        guard let connection = link.connection, PQenterPipelineMode(connection) == 1 else { return link.lose(link.errorMessage()) }
        metrics.connectionsOpened.add()
        thread.connectionOpened()
    }

    func linkLost(_ link: Link, because reason: String, wasOpen: Bool) {
        (wasOpen ? metrics.connectionsLost : metrics.connectionsRefused).add()
        let lost = segment
        (segment, abandonedUntil, cancelling) = (nil, nil, nil)
        (position, steps) = (0, [])
        thread.connectionLost(reason)
        guard let lost else { return }
        if lost.isRead, lost.attempts < 3 { return thread.submitAgain(lost) }
        lost.finish(.failure(.outcomeUnknown))
    }

    func tick(now: UInt64) {
        link.tick(now: now)
        if let segment, now >= segment.deadline { abandon(segment, error: .timedOut(sent: true), now: now) }
        let isOverdue = abandonedUntil.map { now >= $0 } ?? false || cancelling != nil && now >= cancelLimit
        if isOverdue { link.lose("no answer to a cancel request") }
    }

    /// Gives `cancelled` up if it is in flight here.
    func cancel(_ cancelled: Segment, now: UInt64) {
        guard segment === cancelled else { return }
        abandon(cancelled, error: .cancelled, now: now)
    }

    private func abandon(_ abandoned: Segment, error: DatabaseError, now: UInt64) {
        guard abandonedUntil == nil, let connection = link.connection else { return }
        abandoned.finish(.failure(error))
        abandonedUntil = now + Self.drainLimit
        cancelLimit = now + Self.drainLimit
        segment = nil
        requestCancel(connection)
    }

    /// PQcancel blocks on a connection of its own, so another thread does it; until it is over the connection takes no segment,
    /// as a late cancel would hit the wrong one.
    private func requestCancel(_ connection: OpaquePointer) {
        guard let handle = PQgetCancel(connection) else { return }
        cancels += 1
        cancelling = cancels
        let request = CancelRequest(handle: handle)
        let (thread, token, number) = (thread, link.token, cancels)
        DispatchQueue.global().async {
            request.send()
            thread.post(.cancelSent(token, number))
        }
    }

    func cancelSent(_ number: Int) {
        if cancelling == number { cancelling = nil }
    }

    func close() {
        segment?.finish(.failure(.outcomeUnknown))
        segment = nil
        link.close()
    }
}

/// A `PGcancel`, which libpq allows to be used from another thread.
private struct CancelRequest: @unchecked Sendable {
    let handle: OpaquePointer

    func send() {
        var message = [CChar](repeating: 0, count: 256)
        _ = PQcancel(handle, &message, 256)
        PQfreeCancel(handle)
    }
}

/// What an empty, non-NULL parameter points at.
private nonisolated(unsafe) let emptyBytes = UnsafePointer<CChar>(UnsafeMutablePointer<CChar>.allocate(capacity: 1))
