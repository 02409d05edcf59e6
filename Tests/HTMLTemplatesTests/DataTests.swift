import HTMLTemplates
import Testing

@Suite struct DataTests {
    private func shown(_ source: String, _ data: TemplateData, lenient: Bool = false) throws -> String {
        String(decoding: try TemplateStore(templates: ["t": source], lenient: lenient).render("t", data: data), as: UTF8.self)
    }

    private func mistake(_ source: String, _ data: TemplateData) -> String? {
        do {
            _ = try shown(source, data)
            return nil
        } catch {
            return String(describing: error)
        }
    }

    @Test func `values from data are escaped for their place`() throws {
        let data = TemplateData.object(["x": .string("javascript:\""), "n": .number(3)])
        #expect(
            try shown("<a href=\"{{x}}\" title=\"{{x}}\">{{x}}</a>", data)
                == "<a href=\"#refused\" title=\"javascript:&quot;\">javascript:&quot;</a>")
        #expect(try shown("<a href=\"{{x}}\">", data, lenient: true) == "<a href=\"javascript:&quot;\">")
        #expect(try shown("<meta http-equiv=refresh content=\"{{n}}\">", data) == "<meta http-equiv=refresh content=\"3\">")
        #expect(mistake("<meta http-equiv=refresh content=\"{{x}}\">", data)?.contains("whole number") == true)
        #expect(mistake("<meta content=\"{{n}}\" http-equiv=refresh>", data) != nil)
        #expect(mistake("<script>{{x}}</script>", data)?.hasPrefix("t.html:1:9: ") == true)
    }

    @Test func `missing names are reported unless the store is lenient`() throws {
        #expect(mistake("a\n {{x.y}}", .object([:])) == "t.html:2:2: No name `x.y` in the data.")
        #expect(try shown("[{{x.y}}{{#z}}a{{/z}}{{^z}}b{{/z}}]", .object([:]), lenient: true) == "[b]")
        #expect(try shown("[{{x}}{{#x}}a{{/x}}{{^x}}b{{/x}}]", .object(["x": .null])) == "[b]")
        #expect(mistake("{{x}}", .object(["x": .array([])]))?.contains("is a list") == true)
    }

    @Test func `a section that changes the HTML context cannot repeat`() throws {
        let source = "<a href=\"/l{{#next}}?next={{.}}{{/next}}\">"
        #expect(try shown(source, .object(["next": .string("/a")])) == "<a href=\"/l?next=%2Fa\">")
        #expect(mistake(source, .object(["next": .array([.string("a"), .string("b")])]))?.contains("repeat") == true)
    }
}
