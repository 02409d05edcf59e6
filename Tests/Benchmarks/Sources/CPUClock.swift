import Glibc

/// CPU time of this thread in nanoseconds. Other processes do not count.
func threadCPU() -> Int { nanoseconds(CLOCK_THREAD_CPUTIME_ID) }

/// CPU time of all threads of this process in nanoseconds.
func processCPU() -> Int { nanoseconds(CLOCK_PROCESS_CPUTIME_ID) }

/// The monotonic clock in nanoseconds. All processes of this machine share it.
func monotonicNow() -> Int { nanoseconds(CLOCK_MONOTONIC) }

private func nanoseconds(_ clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

extension Array where Element: Comparable {
    /// The value below which the share `fraction` of all values lies (nearest rank). Nil if there are no values.
    func quantile(_ fraction: Double) -> Element? {
        guard !isEmpty else { return nil }
        return sorted()[Swift.min(count - 1, Int(Double(count) * fraction))]
    }
}
