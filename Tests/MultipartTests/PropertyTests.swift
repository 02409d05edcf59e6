import Foundation
import TestSupport
import Testing

@testable import Multipart

/// Random forms for a few seconds. BOARDWALK_FUZZ_CASES sets their number, and BOARDWALK_FUZZ_SEED repeats a run.
@Suite struct PropertyTests {
    static let workers = 2
    static let cases = (number("BOARDWALK_FUZZ_CASES") ?? 2_400) / workers
    static let seed = number("BOARDWALK_FUZZ_SEED") ?? Int.random(in: 0..<1 << 32)

    private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

    /// Runs the cases of one worker until one fails.
    private func forEachCase(_ worker: Int, of cases: Int = Self.cases, _ body: (inout FormMaker) throws -> String?) rethrows {
        var maker = FormMaker(random: Seeded(state: UInt64(Self.seed + worker) << 8))
        for number in 0..<cases {
            guard let problem = try body(&maker) else { continue }
            Issue.record("BOARDWALK_FUZZ_SEED=\(Self.seed), worker \(worker), case \(number): \(problem)")
            return
        }
    }

    @Test(arguments: 0..<workers) func `a random form is read as it was made`(worker: Int) throws {
        try forEachCase(worker) { maker in
            let form = maker.form()
            let reading = Reading(form.bytes, boundary: try MultipartBoundary(form.boundary), cuts: maker.cuts(form.bytes.count))
            return reading.parts == form.parts ? nil : "\(form) is read as \(reading)"
        }
    }

    @Test(arguments: 0..<workers) func `damaged forms are read or refused as by the reference parser`(worker: Int) {
        forEachCase(worker) { maker in
            let form = maker.spoiled()
            return FuzzCase(boundary: form.boundary, limits: form.limits, form: form.bytes).problem(cuts: maker.cuts(form.bytes.count))
        }
    }

    /// The tests of damaged forms would prove nothing if all were refused, or none.
    @Test func `some damaged forms are read and some are refused`() throws {
        var refusals: [MultipartError?: Int] = [:]
        try forEachCase(0, of: 1_000) { maker in
            let form = maker.spoiled()
            refusals[Reading(form.bytes, boundary: try MultipartBoundary(form.boundary), limits: form.limits).refusal, default: 0] += 1
            return nil
        }
        #expect(refusals[nil, default: 0] > 100)
        #expect(refusals.count > 12, "\(refusals)")
    }

    @Test func `the result does not depend on where a form is cut`() throws {
        try forEachCase(0, of: Self.cases / 60) { maker in
            let form = maker.spoiled()
            let boundary = try MultipartBoundary(form.boundary)
            let whole = Reading(form.bytes, boundary: boundary, limits: form.limits)
            let differing = (0...form.bytes.count).first {
                Reading(form.bytes, boundary: boundary, limits: form.limits, cuts: [$0]) != whole
            }
            return differing.map { "Cut at \($0) it is read in another way: \(form)" }
        }
    }

    @Test func `a form that comes byte by byte gives the same result`() {
        forEachCase(1, of: Self.cases / 5) { maker in
            let form = maker.spoiled()
            return FuzzCase(boundary: form.boundary, limits: form.limits, form: form.bytes).problem(cuts: Array(0...form.bytes.count))
        }
    }

    @Test func `large bodies are read completely`() throws {
        var random = Seeded(state: UInt64(Self.seed))
        let near = Array(FormMaker.nearDelimiters("boundary").joined().utf8)
        var body: [UInt8] = []
        while body.count < 300_000 {
            body += (0..<500).map { _ in UInt8.random(in: 0...255, using: &random) } + near
        }
        let head = bytes("--boundary\nContent-Disposition: form-data; name=\"a\"; filename=\"b\"\n\n")
        let form = head + body + bytes("\n--boundary--\n")
        for size in [997, 1_460, 16 << 10, 256 << 10] {
            let cuts = Array(stride(from: size, to: form.count, by: size))
            let reading = Reading(form, boundary: try MultipartBoundary("boundary"), cuts: cuts)
            #expect(reading.parts == [Reading.Part(part: MultipartPart(name: "a", filename: "b", contentType: nil), body: body)])
        }
    }
}
