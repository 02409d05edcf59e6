@testable import Multipart

/// A form for the fuzzer. The parser must read it the same whole, in chunks and as the reference parser does.
struct FuzzCase {
    var boundary: String
    var limits = MultipartParser.Limits()
    var form: [UInt8]

    /// What is wrong when the parser reads the form cut at `cuts`. Nil if nothing is.
    func problem(cuts: [Int]) -> String? {
        guard let parsed = try? MultipartBoundary(boundary) else { return "The boundary is refused." }
        let whole = Reading(form, boundary: parsed, limits: limits)
        let expected = ReferenceParser(boundary: boundary, limits: limits).parts(of: form)
        guard whole.parts == expected else {
            return "It is read as \(told(whole)), not as \(expected.map { "\($0)" } ?? "refused") by the reference: \(told(form))"
        }
        guard whole.refusal != nil || whole.events.last == .formEnds else { return "It does not end: \(told(form))" }
        let cut = Reading(form, boundary: parsed, limits: limits, cuts: cuts)
        return cut == whole ? nil : "Cut at \(cuts) it is read as \(told(cut)), not as \(told(whole)): \(told(form))"
    }

    private func told(_ reading: Reading) -> String { "\(reading.events) \(reading.refusal.map { "refused, \($0)" } ?? "accepted")" }

    private func told(_ form: [UInt8]) -> String { "boundary \(boundary), \(String(decoding: form, as: UTF8.self).debugDescription)" }
}
