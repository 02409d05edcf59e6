import HTMLTemplates
import Testing

@Suite struct MistakeTests {
    @Test func `an unknown name is reported with its place and the nearest name`() {
        #expect(mistakes(in: "<p>\n  é {{coumt}}") == ["sample.html:2:5: No name `coumt` in Sample; did you mean count?"])
        #expect(mistakes(in: "{{#owners}}{{pet.nam}}{{/owners}}") == ["sample.html:1:12: No name `nam` in Pet; did you mean name?"])
        #expect(mistakes(in: "{{#owners}}\n{{xyzzy}}{{/owners}}") == ["sample.html:2:1: No name `xyzzy` in Owner."])
        #expect(mistakes(in: "{{#coumt}}{{/coumt}}{{^coumt}}{{/coumt}}").count == 2)
    }

    @Test(arguments: [
        ("{{words}}", "`words` is a list, which is no text; open it with {{#words}} and show what is in it."),
        ("{{pet}}", "`pet` is a Pet, which is no text; open it with {{#pet}} and show what is in it."),
        ("{{.}}", "`.` is a Sample, which is no text; open it with {{#.}} and show what is in it."),
        ("{{words.name}}", "`words.name` goes into a list, which has no names; open the list with {{#…}} first."),
        ("{{title.name}}", "`title.name` goes into text, which has no names; end the name before the dot."),
        ("{{closure}}", "`closure` is of type @Sendable () -> (), which templates cannot show; make it a TemplateValue."),
        ("{{#count}}x{{/count}}", "`count` is a number, which is always shown; use a Bool or an Optional for a section."),
        ("{{^pet}}x{{/pet}}", "`pet` is a Pet that is always there; take {{^pet}} away."),
        ("{{> nowhere}}", "No template nowhere.html."),
        ("{{> sampel}}", "No template sampel.html; did you mean sample?"),
        ("{{> sample}}", "The template contains itself (sample → sample); take {{> sample}} away."),
        ("{{>*title}}", "`*title` is known only from data; name the template of a page itself."),
        ("{{#title}}", "{{#title}} is not closed; add {{/title}}."),
        ("{{/title}}", "{{/title}} closes nothing; open it with {{#title}} or take it away."),
        ("{{title", "The tag is not closed; add }}."),
        ("{{{title}}", "The tag is not closed; add }}}."),
        ("{{}}", "The tag has no name; write one, as in {{name}}."),
        ("{{a b}}", "`a b` is not a name; names have no spaces and single dots, as in {{club.name}}."),
        ("{{a..b}}", "`a..b` is not a name; names have no spaces and single dots, as in {{club.name}}."),
        ("{{>}}", "The tag names no template; write its path, as in {{> lobby/_people}}."),
        ("{{=<=}}", "Delimiters are changed as in {{=<% %>=}}: two of them, parted by a space, without = and not longer than 20 bytes."),
        ("<p", "The page ends in a tag's name that began here; close it."),
        ("<!-- {{! }}", "The page ends in a comment that began here; close it."),
    ])
    func `a mistake says what to do`(source: String, message: String) {
        #expect(mistakes(in: "\n " + source) == ["sample.html:2:2: " + message])
    }

    @Test func `crossed sections are reported where they cross`() {
        #expect(
            mistakes(in: "{{#yes}}{{#no}}{{/yes}}{{/no}}") == [
                "sample.html:1:16: {{/yes}} stands where {{#no}} is to be closed; write {{/no}}.",
                "sample.html:1:24: {{/no}} stands where {{#yes}} is to be closed; write {{/yes}}.",
            ])
    }

    @Test(arguments: [
        ("<script>{{title}}</script>", 9), ("<style>{{title}}</style>", 8), ("<SCRIPT src=x>'{{title}}'</SCRIPT>", 16),
        ("<!-- {{title}} -->", 6),
        ("<{{title}}>", 2), ("<p{{title}}>", 3), ("<p {{title}}>", 4), ("<p {{title}}=x>", 4), ("<p a{{title}}=x>", 5), ("</{{title}}>", 3),
        ("<p onclick=\"{{title}}\">", 13), ("<p ONCLICK='a{{title}}'>", 14), ("<p style=\"{{title}}\">", 11),
        ("<iframe srcdoc=\"{{title}}\"></iframe>", 17),
        ("<img srcset=\"{{title}}\">", 14), ("<!DOCTYPE {{title}}>", 11), ("<a href=\"javascript:{{title}}\">", 21),
        ("<a href=\"data:x,{{title}}\">", 17),
        ("<p class={{title}}{{title}}>", 19), ("<p class={{noNumber}}>", 10), ("<p title=\"{{{title}}}\">", 11),
        ("<title>{{{title}}}</title>", 8),
        ("<svg:a svg:onclick=\"{{title}}\">", 21), ("<set attributeName=href to=\"{{title}}\">", 29),
        ("<meta http-equiv=\"{{title}}\">", 19),
        ("<xmp>{{title}}</xmp>", 6), ("<textarea></text{{title}}area></textarea>", 17), ("<a href=\"/a{{#yes}}?{{/yes}}{{title}}\">", 29),
    ])
    func `a value is refused where it cannot be made safe`(source: String, column: Int) {
        let found = mistakes(in: source)
        #expect(found.count == 1 && found[0].hasPrefix("sample.html:1:\(column): "), "\(source): \(found)")
    }

    @Test(arguments: [
        ("{{#yes}}<p {{/yes}}>", 1), ("<p title=\"{{#yes}}\"{{/yes}}>\">", 11), ("<p class={{#yes}}a{{/yes}}>", 10),
        ("<p{{#yes}}>{{/yes}}", 3),
        ("<p class=\"a\" {{#words}}x=\"{{.}}{{/words}}\">", 14), ("{{^yes}}<!--{{/yes}} -->", 1),
        ("<a href=\"{{#words}}{{.}}?{{/words}}\">", 10),
        ("<{{#yes}}p{{/yes}}>", 2),
    ])
    func `a section that changes the HTML context is refused`(source: String, column: Int) {
        let found = mistakes(in: source)
        #expect(found.contains { $0.hasPrefix("sample.html:1:\(column): The section ") }, "\(source): \(found)")
    }

    @Test(arguments: [
        "<p a{{#yes}}b{{/yes}}=\"x\">", "<p{{#yes}}b{{/yes}}>", "<p {{#yes}}on{{/yes}}click=\"x\">", "<p a {{#yes}}=\"x\"{{/yes}}>",
        "<p {{#words}}a{{/words}}>", "<p class={{title}}x>", "<script><!-- {{! }}</script>",
    ])
    func `markup with an uncertain meaning is refused`(source: String) {
        #expect(!mistakes(in: source).isEmpty)
    }

    @Test(arguments: [
        "<option{{#yes}} selected{{/yes}}>", "<option {{#yes}}selected{{/yes}} {{^yes}}x=\"1\"{{/yes}}>",
        "<p class=\"a{{#yes}} b{{/yes}}\">",
        "<p class=\"{{#yes}}b{{/yes}}\">", "<p{{#words}} data-x=\"{{.}}\"{{/words}}>", "<p {{#words}} a{{/words}}>",
        "<script src=\"{{title}}\"></script>",
        "<!DOCTYPE html><p>a < b {{title}}</p>",
        "<p onclick=\"x()\">{{title}}</p>", "<!-- {{#yes}}a{{/yes}} -->", "<a href=\"{{#present}}{{.}}{{/present}}\">",
        "<use href=\"{{title}}#play\"></use>",
        "<!-->{{title}}<!--->{{title}}<!-- a --!>{{title}}", "<br/>{{title}}</p >{{title}}", "<script>a<b</script>{{title}}",
        "<a title='>'>{{title}}</a>",
        "<input value={{count}}>", "<textarea></text {{title}}</textarea>{{title}}",
    ])
    func `ordinary markup is allowed`(source: String) {
        #expect(mistakes(in: source) == [])
    }

    @Test func `blocks are checked against the parent template`() {
        let layout = ["layout": "{{> head}}{{$main}}{{/main}}", "head": "<title>{{$title}}{{/title}}</title>"]
        #expect(mistakes(in: "{{<layout}}{{$title}}a{{/title}}{{$main}}{{/main}}{{/layout}}", layout) == [])
        #expect(
            mistakes(in: "{{<layout}}\n{{$tittle}}a{{/tittle}}\nlost{{/layout}}", layout) == [
                "sample.html:2:1: No block `tittle` in layout.html; did you mean title?",
                "sample.html:3:1: This stands outside the blocks and would never be shown; move it into a block.",
            ])
        #expect(mistakes(in: "{{<layout}}{{$title}}{{> a}}{{/title}}{{/layout}}", layout.merging(["a": "{{{title}}}"]) { $1 }).count == 1)
    }

    @Test func `all mistakes of all templates are reported`() {
        let found = mistakes(in: "{{a}}{{> p}}{{> p}}<p {{b}}>", ["p": "{{c}}\n{{d}}", "unused": "{{#e}}"])
        #expect(
            found.map { $0.prefix { $0 != " " } } == [
                "p.html:1:1:", "p.html:2:1:", "sample.html:1:1:", "sample.html:1:23:", "sample.html:1:23:", "unused.html:1:1:",
            ])
    }

    @Test func `properties that cannot be read from memory are reported`() {
        let advice = "make it a struct, and build without -disable-reflection-metadata or -disable-reflection-names"
        let found = mistakes(
            Unreadable.self,
            in: "{{choice.one}}\n{{shared.name}}\n{{weakly.name}}\n{{#several}}{{name}}{{/several}}\n{{#weakly}}{{/weakly}}")
        #expect(
            found == [
                "unreadable.html:1:1: The properties of Choice are unknown; \(advice).",
                "unreadable.html:2:1: `shared.name` is of type Shared, which templates cannot show; make it a struct.",
                "unreadable.html:3:1: `weakly.name` is of type Shared, which templates cannot show; make it a struct.",
                "unreadable.html:4:1: `several` lists Shared, which templates cannot show; make it a struct.",
                "unreadable.html:5:1: `weakly` is of type Shared, which templates cannot show; make it a struct.",
            ])
        #expect(mistakes(ClassPage.self, in: "{{name}}") == ["class.html:1:1: The page ClassPage cannot be shown; make it a struct."])
    }

    @Test func `a page without a template is an error`() throws {
        #expect(throws: TemplateErrors.self) { try TemplateStore(templates: [:]).check([Sample.self]) }
        #expect(throws: TemplateErrors.self) { try TemplateStore(templates: [:]).render(Sample()) }
    }
}
