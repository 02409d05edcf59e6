import HTMLTemplates
import Testing

@Suite struct ShapeTests {
    @Test func `text and numbers are shown`() throws {
        #expect(try sample("{{title}} {{cut}} {{count}} {{small}} {{large}} {{least}}") == "T cd 42 -128 \(UInt64.max) \(Int.min)")
        #expect(try sample("{{ratio}} {{whole}} {{yes}} {{no}}") == "0.5 3 true false")
        #expect(try sample("{{badge}} {{{badge}}} {{mark}}") == "&lt;7&gt; <7> cross")
    }

    @Test func `optional values show their content or nothing`() throws {
        #expect(try sample("{{present}}|{{absent}}|{{number}}|{{noNumber}}") == "here||5|")
        #expect(try sample("{{#present}}[{{.}}]{{/present}}{{#absent}}[{{.}}]{{/absent}}{{^absent}}none{{/absent}}") == "[here]none")
        #expect(try sample("{{#number}}[{{.}}]{{/number}}{{^number}}no{{/number}}{{^noNumber}}none{{/noNumber}}") == "[5]none")
        #expect(try sample("{{#maybe}}yes{{/maybe}}{{^maybe}}no{{/maybe}}") == "no")
    }

    @Test func `a condition shows one of its two sections`() throws {
        #expect(try sample("{{#yes}}a{{/yes}}{{^yes}}b{{/yes}}{{#no}}c{{/no}}{{^no}}d{{/no}}") == "ad")
        #expect(try sample("{{#title}}({{.}}){{/title}}{{#empty}}x{{/empty}}{{^empty}}none{{/empty}}{{^title}}y{{/title}}") == "(T)none")
    }

    @Test func `a condition adds no scope`() throws {
        #expect(try sample("{{#words}}{{#yes}}{{.}}{{/yes}}{{/words}}") == "ab")
    }

    @Test func `a section over a list repeats`() throws {
        #expect(
            try sample("{{#words}}{{.}},{{/words}}{{#noWords}}x{{/noWords}}{{^noWords}}none{{/noWords}}{{^words}}y{{/words}}") == "a,b,none"
        )
        #expect(try sample("{{#optionalWords}}({{.}}){{/optionalWords}}") == "(x)(z)")
        #expect(try sample("{{#wordsOrNone}}{{.}}{{/wordsOrNone}}{{^wordsOrNone}}no{{/wordsOrNone}}") == "w")
        #expect(try sample("{{#grid}}[{{#.}}{{.}}{{/.}}]{{/grid}}") == "[12][3]")
    }

    @Test func `names resolve from the innermost scope outwards`() throws {
        #expect(try sample("{{#owners}}{{name}}{{title}}{{#nicknames}}/{{.}}{{name}}{{/nicknames}};{{/owners}}") == "AnaT/anAna/aAna;BenT;")
        #expect(try sample("{{#owners}}{{#pet}}{{name}}{{/pet}}{{^pet}}{{name}} has none{{/pet}};{{/owners}}") == "Kit;Ben has none;")
        #expect(try sample("{{#owners}}{{#nested}}{{name}}{{#words}}{{.}}{{/words}}{{/nested}}{{/owners}}") == "N1abN2ab")
    }

    @Test func `dotted names go through models and optional values`() throws {
        #expect(try sample("{{pet.name}} {{petOrNone.name}} {{noPet.name}} {{#pet}}{{age}}{{/pet}}") == "Rex Tom  3")
        #expect(try sample("{{#owners}}{{pet.name}}{{pet.age}}{{nested.name}},{{/owners}}") == "Kit1N1,N2,")
        #expect(try sample("{{#petOrNone.name}}{{.}}{{/petOrNone.name}}{{^noPet.name}}none{{/noPet.name}}") == "Tomnone")
        #expect(
            try sample("{{^petOrNone.name}}x{{/petOrNone.name}}{{^petOrNone.age}}y{{/petOrNone.age}}{{^noPet.age}}z{{/noPet.age}}") == "z")
    }

    @Test func `partials and parents expand in place`() throws {
        let templates = ["lobby/_pet": "<b>{{name}}</b>", "layout": "<title>{{$title}}none{{/title}}</title><p>{{$main}}{{/main}}"]
        #expect(try sample("{{#owners}}{{#pet}}{{> lobby/_pet}}{{/pet}}{{/owners}}", templates) == "<b>Kit</b>")
        let page = "{{<layout}}{{$title}}{{title}}{{/title}}\n{{$main}}{{#pet}}{{> lobby/_pet}}{{/pet}}{{/main}}{{/layout}}"
        #expect(try sample(page, templates) == "<title>T</title><p><b>Rex</b>")
    }

    @Test func `a block of an inner parent does not take the outer content`() throws {
        let templates = [
            "layout": "<h1>{{$title}}{{/title}}</h1>{{$main}}{{/main}}", "card": "<h2>{{$title}}card{{/title}}</h2>",
        ]
        let page =
            "{{<layout}}{{$title}}page{{/title}}{{$main}}{{<card}}{{/card}}{{<card}}{{$title}}mine{{/title}}{{/card}}{{/main}}{{/layout}}"
        #expect(try sample(page, templates) == "<h1>page</h1><h2>card</h2><h2>mine</h2>")
    }

    @Test func `a tag alone on its line leaves no empty line`() throws {
        let source = "<ul>\n  {{#words}}\n  <li>{{.}}</li>\n  {{/words}}\n  {{! remark }}\n  {{> item}}\n</ul>\n"
        #expect(try sample(source, ["item": "<li>\n{{count}}\n"]) == "<ul>\n  <li>a</li>\n  <li>b</li>\n  <li>\n  42\n</ul>\n")
    }

    @Test func `a change of delimiters holds within one file`() throws {
        #expect(try sample("{{=<% %>=}}<%title%>{{title}}<%> p%>", ["p": "{{count}}"]) == "T{{title}}42")
    }

    @Test func `a hundred rows of long text are rendered whole`() throws {
        let long = String(repeating: "é<", count: 5_000)
        let page = Hostile(x: long, list: Array(repeating: long, count: 100))
        let escaped = String(repeating: "é&lt;", count: 5_000)
        #expect(try render(page, "{{#list}}{{.}}{{/list}}") == String(repeating: escaped, count: 100))
    }
}
