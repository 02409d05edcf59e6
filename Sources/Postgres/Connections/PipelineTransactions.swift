/// Transactions of several round trips: a lease reserves the connection until the transaction ends.
extension PipelineConnection {
    func begin(_ lease: Lease, with first: Segment) {
        self.lease = lease
        lease.state = .held(self)
        lease.steps = 1
        send(first)
    }

    func accept(_ segment: Segment, of lease: Lease) {
        switch segment.kind {
        case .rollback:
            lease.pending.failAll(.cancelled)
            giveUp(with: .cancelled)
            rollback = segment
        case .commit where lease.isSpoiled:
            segment.finish(.failure(.rolledBack("one of its statements was given up")))
            lease.end(Lease.over)
            rollback = makeRollback(of: lease)
        default: lease.pending.append(segment)
        }
        proceed()
    }

    func completeStep(_ finished: Segment?, of lease: Lease) {
        guard let finished else { return }
        guard let failure = answers.failure else { return finished.finish(.success(answers.results)) }
        guard answers.wantsNewPlans else { return finished.finish(.failure(failure)) }
        sender.renewPlans()
        rollback = makeRollback(of: lease)
        // Nothing else of the transaction has been sent, so it may start again from the beginning.
        guard finished.attempts <= configuration.poolSize + 1, lease.pending.count == 0, lease.steps == 1 else {
            lease.end(.rolledBack("tables had changed since its statements were prepared"))
            return finished.finish(.failure(failure))
        }
        release()
        lease.hasBegun = false
        scheduler.submitAgain(finished)
    }

    /// Sends the next segment that waits for this connection: a rollback, or a further step of its transaction. If there is none, and the
    /// buffers are large, it replaces the connection.
    func proceed() {
        guard isIdle else { return }
        if let segment = rollback {
            rollback = nil
            send(segment)
        } else if let lease, let next = lease.pending.popFirst() {
            lease.steps += 1
            send(next)
        } else if lease == nil, largest > Self.bufferLimit {
            largest = 0
            link.renew()
            scheduler.connectionLost("being renewed")
        }
    }

    private func makeRollback(of lease: Lease) -> Segment {
        Segment(
            [BoundStatement("ROLLBACK")], kind: .rollback(lease), deadline: monotonicNow() + Self.drainLimit, metrics: metrics)
    }

    func endLease(_ error: DatabaseError) {
        lease?.end(error)
        release()
    }

    private func release() {
        guard lease != nil else { return }
        lease = nil
        scheduler.leaseEnded()
    }

    func expire(_ lease: Lease) {
        if case .ended = lease.state { return }
        lease.end(.rolledBack("its deadline passed"))
        rollback = rollback ?? makeRollback(of: lease)
        proceed()
    }
}
