"""Reads the forms in a page, so that tests without a browser send the same fields as a browser."""

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class Form:
    action: str
    fields: dict = field(default_factory=dict)
    buttons: list = field(default_factory=list)

    @property
    def pressed(self):
        """Returns the fields that a browser sends after a click on the first button."""
        return dict(self.buttons[:1]) | self.fields


class FormParser(HTMLParser):
    def __init__(self):
        super().__init__()
        self.forms, self.form, self.textarea = [], None, None

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        name = given.get("name")
        if tag == "form":
            self.form = Form(given.get("action") or "")
            self.forms.append(self.form)
        elif self.form is None or not name:
            return
        elif tag == "input":
            if given.get("type") not in ("radio", "checkbox") or "checked" in given:
                self.form.fields[name] = given.get("value") or ""
        elif tag == "textarea":
            self.textarea = name
            self.form.fields[name] = ""
        elif tag == "button":
            self.form.buttons.append((name, given.get("value") or ""))

    def handle_data(self, data):
        if self.textarea:
            self.form.fields[self.textarea] += data

    def handle_endtag(self, tag):
        if tag == "form":
            self.form = None
        elif tag == "textarea":
            self.textarea = None


def forms(html):
    parser = FormParser()
    parser.feed(html)
    return parser.forms


def form(html, ending):
    """Returns the first form whose action has this ending."""
    found = [form for form in forms(html) if form.action.endswith(ending)]
    assert found, f"no form to …{ending}; there are: {[form.action for form in forms(html)]}"
    return found[0]
