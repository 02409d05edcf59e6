import Testing

@testable import App

struct FactInputTests {
    private func list(_ text: String) -> (names: [String], problem: String?) {
        var input = FactInput(Form(["other_names": text]), ["other_names"])
        return (input.list("other_names"), input.problems["other_names"])
    }

    @Test func `names in a list count once in any case`() {
        #expect(list(" One; two;ONE;; three ;Two ").names == ["One", "two", "three"])
        #expect(list("  ;;  ").names == [])
    }

    @Test func `a list that is too long is refused before it is read`() {
        let (names, problem) = list((0..<16_000).map { "\($0)" }.joined(separator: ";"))
        #expect(names == [] && problem == "Use at most 1000 characters.")
    }

    @Test func `more than twenty names are refused`() {
        #expect(list((0..<21).map { "\($0)" }.joined(separator: ";")).problem == "Use at most 20.")
        #expect(list((0..<20).map { "\($0)" }.joined(separator: ";")).problem == nil)
    }

    @Test(arguments: ["1984", "0001", "1984-01", "1984-12", "1984-05-26", "1984-02-31"])
    func `a year, a month or a day is a partial date`(text: String) { #expect(text.isPartialDate) }

    @Test(arguments: ["", "198", "19845", "1984-", "1984-00", "1984-13", "1984-5", "1984-05-00", "1984-05-32", "1984-05-26 ", "١٩٨٤"])
    func `other texts are no partial date`(text: String) { #expect(!text.isPartialDate) }

    @Test(arguments: [("00:00", true), ("23:59", true), ("24:00", false), ("12:60", false), ("9:00", false), ("٠٠:٠٠", false)])
    func `a time of day has two digits for hour and minute`(text: String, isTime: Bool) { #expect(text.isTimeOfDay == isTime) }
}
