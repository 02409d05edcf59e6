import Testing

@testable import CSV

@Suite struct CSVWriterTests {
    private func written(_ fields: [CSVField], _ writer: CSVWriter = CSVWriter()) -> String {
        var writer = writer
        return String(decoding: writer.record(fields), as: UTF8.self)
    }

    @Test func `only fields that need quotes are quoted`() {
        #expect(
            written(["a b", "", .text("Ana, \"K\""), .text("x\ny"), .number(-3), .number(2.5), .number(.nan), " "])
                == "a b,,\"Ana, \"\"K\"\"\",\"x\ny\",-3,2.5,,\" \"\r\n")
        #expect(written(["a;b", "a\tb"], CSVWriter(delimiter: .semicolon)) == "\"a;b\";\"a\tb\"\r\n")
        #expect(written([""]) == "\"\"\r\n")
        #expect(written([]) == "")
        #expect(written([.text("a\u{0}")]) == "\"a\u{FFFD}\"\r\n")
    }

    @Test func `the byte order mark is written once at the start`() {
        var writer = CSVWriter(byteOrderMark: true)
        #expect(writer.record(["a"]) == [0xEF, 0xBB, 0xBF, 0x61, 0x0D, 0x0A])
        #expect(writer.record(["b"]) == [0x62, 0x0D, 0x0A])
    }

    @Test(arguments: [
        "=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t1", "\ra", "\na", "+", "-", "--1", "-1.2.3", "=", "＝1", "＠x", "  =1", "-,", "'=1", "''@",
    ])
    func `a formula is guarded and can be restored`(text: String) {
        #expect(CSVFormula.guarded(text) == "'" + text)
        #expect(CSVFormula.unguarded("'" + text) == text)
    }

    /// Some spreadsheets split text at semicolons or tabs.
    @Test(arguments: [
        ("a;=1+1", "a;'=1+1"), ("a;=1;b", "a;'=1;b"), ("a; @x", "a;' @x"), ("a\n=1", "a\n'=1"), ("a\r\n+x", "a\r\n'+x"),
        ("a\t＝1", "a\t'＝1"),
        ("=1;=2", "'=1;'=2"), (";=1", ";'=1"), ("a;'=1", "a;''=1"), ("-1;-x", "'-1;'-x"), ("\t=1", "'\t'=1"), ("é;=é", "é;'=é"),
        ("a;\"=1", "a;'\"=1"), ("\"=1", "'\"=1"),
    ])
    func `a formula inside a text is guarded and can be restored`(text: String, guarded: String) {
        #expect(CSVFormula.guarded(text) == guarded)
        #expect(CSVFormula.unguarded(guarded) == text)
    }

    @Test(arguments: [
        "", "a;b", "a;-1", "a, =b", "PC; Switch", "one\ntwo", ";", "a;'b", "a", "1", "-1", "+1", "-1.5", "-1,5", "+49123", "a=1", "1-1",
        "'", "'a", "'-1", " ", "é",
    ])
    func `a text without a formula is not changed`(text: String) {
        #expect(CSVFormula.guarded(text) == text)
        #expect(CSVFormula.unguarded(text) == text)
    }

    @Test func `the program's own text and numbers are not guarded`() {
        #expect(written([.verbatim("=x"), .text("=x"), .number(-1)]) == "=x,'=x,-1\r\n")
        #expect(written([.text("=x")], CSVWriter(guardsFormulas: false)) == "=x\r\n")
    }
}
