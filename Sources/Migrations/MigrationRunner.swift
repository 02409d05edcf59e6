import FoundationEssentials
import Glibc
import Postgres

/// Runs single migrations for `Migrator.up`, each until it has succeeded or the time is over.
final class MigrationRunner {
    private let connection: ScriptConnection
    private let options: MigratorOptions
    private let watch: LockWatch

    init(connection: ScriptConnection, url: String, options: MigratorOptions) {
        self.connection = connection
        self.options = options
        watch = LockWatch(url: url, watched: connection.processID)
    }

    /// Runs one migration. If other sessions hold locks that it needs, it is tried again until `options.maximumWait` has passed. Throws
    /// `MigrationError`.
    func apply(_ plan: MigrationPlan) throws {
        let clock = ContinuousClock()
        let start = clock.now
        for attempt in 1... {
            do {
                let duration = try clock.measure { try run(plan) }
                return options.report("applied \(plan.migration.title) in \(duration.milliseconds) ms")
            } catch let failure as MigrationFailure {
                let isTimeOver = clock.now - start >= options.maximumWait
                guard failure.mayRunAgain, !isTimeOver, !options.isInterrupted() else { throw failure.error(isTimeOver: isTimeOver) }
                options.report(failure.retryReport)
                usleep(UInt32(min(10, attempt)) * 500_000)
            }
        }
    }

    private func run(_ plan: MigrationPlan) throws {
        if options.isInterrupted() {
            throw MigrationError("Stopped before \(plan.migration.title). To go on: boardwalk migrate up", isInterruption: true)
        }
        var step = plan.steps[0]
        do {
            for statement in session(for: plan.migration) { try connection.execute(statement) { false } }
            for next in plan.steps {
                step = next
                try send(step, of: plan)
            }
        } catch let error as ScriptError {
            throw failure(error, at: step, of: plan)
        }
    }

    private func send(_ step: MigrationPlan.Step, of plan: MigrationPlan) throws {
        watch.begin()
        let place = plan.place(of: step)
        try connection.execute(step.sql) {
            watch.look { found in options.report("\(place) waits for a lock of \(found.joined(separator: "; of "))") }
            return options.isInterrupted()
        }
    }

    private func failure(_ error: ScriptError, at step: MigrationPlan.Step, of plan: MigrationPlan) -> MigrationFailure {
        var indexes: [String] = []
        if error.sqlState != nil {
            if plan.migration.isTransactional {
                try? connection.run("ROLLBACK")
            } else {
                indexes = (try? History.invalidIndexes(connection)) ?? []
            }
        }
        return MigrationFailure(
            plan: plan, step: step, error: error, blockers: watch.blockers, isInterrupted: options.isInterrupted(),
            invalidIndexes: indexes)
    }

    /// Returns the statements that reset the session before a migration, because settings of an earlier file must not stay. The time limits
    /// of the role do not apply to migrations. If the migration does not run in a transaction, there is no time limit for locks, because an
    /// error would leave the migration half applied.
    private func session(for migration: Migration) -> [String] {
        [
            "RESET SESSION AUTHORIZATION", "RESET ALL", "SET client_min_messages = warning", "SET statement_timeout = 0",
            "SET idle_in_transaction_session_timeout = 0", "SET client_connection_check_interval = '2s'",
            "SET lock_timeout = \(migration.isTransactional ? options.lockTimeout.milliseconds : 0)",
            // The bodies of functions are not checked, because a function may name another function that is applied after it.
            "SET check_function_bodies = \(migration.isRepeatable ? "off" : "on")",
            "SET application_name = \(History.quoted("boardwalk migrate on \(ProcessInfo.processInfo.hostName)"))",
        ]
    }
}
