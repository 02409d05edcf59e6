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
}
