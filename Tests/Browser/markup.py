"""Parses an HTML fragment into lines: one line for each element, attribute, text and comment."""

import re

import html5lib

SCHEMES = {"http", "https", "mailto", "otpauth", "tel"}
URLS = {"href", "src", "action", "formaction", "ping", "poster", "cite", "data"}


def outline(html):
    """Parses HTML as the content of a div with html5lib."""
    root = html5lib.parseFragment(html, container="div", namespaceHTMLElements=False)
    return list(lines_of(root))


def lines_of(element):
    if element.text:
        yield f"text {element.text}"
    for child in element:
        if isinstance(child.tag, str):
            yield f"<{child.tag.rpartition('}')[2]}>"
            for name, value in sorted((str(name).rpartition("}")[2], value) for name, value in child.attrib.items()):
                yield f"@{name} {value}"
            yield from lines_of(child)
            yield "<>"
        else:
            yield f"comment {child.text}"
        if child.tail:
            yield f"text {child.tail}"


# Does the same in a browser. It also returns the schemes of resolved URLs: the browser removes blanks before it recognizes "javascript:".
OUTLINES = """htmls => {
  function* lines(node) {
    for (const child of node.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) yield "text " + child.data
      else if (child.nodeType !== Node.ELEMENT_NODE) yield "comment " + child.data
      else {
        yield "<" + child.localName + ">"
        const named = [...child.attributes].map(({localName, value}) => [localName, value])
        for (const [name, value] of named.sort(([a], [b]) => a < b ? -1 : 1)) yield "@" + name + " " + value
        yield* lines(child)
        yield "<>"
      }
    }
  }
  const schemeOf = url => { try { return new URL(url, "https://base.example/").protocol } catch { return "" } }
  return htmls.map(html => {
    const body = new DOMParser().parseFromString("<!DOCTYPE html><body><div>" + html + "</div>", "text/html").body
    const links = [...body.querySelectorAll("*")].flatMap(element => [...element.attributes])
      .filter(({localName}) => ["href", "src", "action", "formaction", "ping", "poster", "cite", "data"].includes(localName))
    return [[...lines(body.firstChild)], links.map(({value}) => schemeOf(value)), body.childNodes.length]
  })
}"""


def structure(lines):
    """Returns the outline without texts and values."""
    return [line.partition(" ")[0] for line in lines if not line.startswith("text ")]


def scheme_of(url):
    """Returns the scheme that a browser sees (URL standard, 4.4), or '' if there is none."""
    url = re.sub("[\t\n\r]", "", url.strip("".join(map(chr, range(33)))))
    found = re.match("([a-zA-Z][a-zA-Z0-9+.-]*):", url)
    return found[1].lower() if found else ""
