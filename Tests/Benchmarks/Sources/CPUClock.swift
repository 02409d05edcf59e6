import Glibc

/// Nanoseconds of CPU that this thread has used; other processes do not count in it.
func threadCPU() -> Int { nanoseconds(CLOCK_THREAD_CPUTIME_ID) }

/// Nanoseconds of CPU that this process has used, in all its threads.
func processCPU() -> Int { nanoseconds(CLOCK_PROCESS_CPUTIME_ID) }

/// Nanoseconds on the clock that other processes of this machine see too.
func monotonicNow() -> Int { nanoseconds(CLOCK_MONOTONIC) }

private func nanoseconds(_ clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

extension Array where Element: Comparable {
    /// The value below which the share `fraction` of all lies (nearest rank).
    func quantile(_ fraction: Double) -> Element? {
        guard !isEmpty else { return nil }
        return sorted()[Swift.min(count - 1, Int(Double(count) * fraction))]
    }
}
