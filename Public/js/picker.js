// @ts-check
/**
 * Makes a long `<select data-picker>` searchable: an editable combobox with a list (ARIA Authoring Practices Guide). The select is hidden
 * and the form still sends its value. It needs an `id` and a label, allows one choice, has no groups, and must be in the page when this
 * script starts.
 */

/** Removes case and accents, and writes single spaces between words. @param {string} text */
export function folded(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[\s/_-]+/g, " ").trim();
}

class Picker {
  /** @param {HTMLSelectElement} select */
  constructor(select) {
    this.select = select;
    this.options = [...select.options].filter((option) => !option.disabled).map((option) => ({ option, words: folded(option.text) }));
    this.shown = /** @type {HTMLOptionElement[]} */ ([]);
    this.at = -1;
    this.isTyped = false;
    this.input = document.createElement("input");
    this.list = document.createElement("ul");
    this.note = document.createElement("p");
    this.build();
  }

  build() {
    const { select, input, list, note } = this;
    const label = select.labels[0];
    const box = document.createElement("div");
    box.className = "picker-box";
    list.id = `${select.id}-list`;
    note.className = "picker-note text--muted text--small";
    note.setAttribute("role", "status");
    for (const name of ["aria-describedby", "aria-invalid"]) {
      const value = select.getAttribute(name);
      if (value) input.setAttribute(name, value);
    }
    // The input takes the select's id, so that the label names the input.
    input.id = select.id;
    select.removeAttribute("id");
    select.hidden = true;
    Object.assign(input, { type: "text", autocomplete: "off", spellcheck: false, enterKeyHint: "done" });
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-controls", list.id);
    list.setAttribute("role", "listbox");
    if (label) list.setAttribute("aria-label", label.textContent?.trim() ?? "");
    list.className = "picker-list";
    select.before(box);
    box.append(note, input, list, select);
    this.rest();
    input.addEventListener("input", () => this.search());
    input.addEventListener("focus", () => input.select());
    input.addEventListener("click", () => {
      if (this.isOpen) return;
      input.select();
      this.search("");
    });
    input.addEventListener("keydown", (event) => this.press(event));
    // If something was typed, leaving the field chooses the marked option.
    input.addEventListener("blur", () => this.isTyped && this.at >= 0 ? this.choose(this.at) : this.rest());
    // Without this, a click on the list would take the focus from the input.
    list.addEventListener("pointerdown", (event) => event.preventDefault());
    list.addEventListener("click", (event) => {
      const item = /** @type {Element} */ (event.target).closest("[role=option]");
      if (item) this.choose([...list.children].indexOf(item));
    });
    select.form?.addEventListener("reset", () => setTimeout(() => this.rest()));
  }

  get chosen() {
    return this.select.selectedOptions[0]?.text ?? "";
  }

  get isOpen() {
    return !this.list.hidden;
  }

  /** Shows the chosen option and closes the list. */
  rest() {
    this.input.value = this.chosen;
    this.isTyped = false;
    this.close();
  }

  close() {
    this.list.hidden = true;
    this.list.replaceChildren();
    this.note.textContent = "";
    this.shown = [];
    this.mark(-1);
    this.input.setAttribute("aria-expanded", "false");
  }

  search(text = this.input.value) {
    this.isTyped = text !== "";
    const words = folded(text).split(" ").filter(Boolean);
    const found = this.options.filter(({ words: all }) => words.every((word) => all.includes(word)));
    // Options that begin with the query come first, then options with a word that begins with it.
    const query = words.join(" ");
    const rank = (/** @type {string} */ all) => (all.startsWith(query) ? 0 : ` ${all}`.includes(` ${query}`) ? 1 : 2);
    const sorted = query ? found.toSorted((one, other) => rank(one.words) - rank(other.words)) : found;
    this.shown = sorted.map(({ option }) => option);
    this.list.replaceChildren(...this.shown.map((option, index) => this.item(option, index)));
    this.list.hidden = this.shown.length === 0;
    this.input.setAttribute("aria-expanded", String(this.isOpen));
    this.list.scrollIntoView({ block: "nearest" });
    this.note.textContent = found.length === 0 ? "Nothing found." : query ? `${found.length} found.` : "Type to search.";
    const chosen = this.shown.indexOf(this.select.selectedOptions[0]);
    this.mark(query ? (this.shown.length > 0 ? 0 : -1) : chosen);
  }

  /** @param {HTMLOptionElement} option @param {number} index */
  item(option, index) {
    const item = document.createElement("li");
    item.id = `${this.list.id}-${index}`;
    item.setAttribute("role", "option");
    item.setAttribute("aria-selected", "false");
    item.textContent = option.text;
    return item;
  }

  /** @param {number} index */
  mark(index) {
    this.list.children[this.at]?.setAttribute("aria-selected", "false");
    this.at = index;
    const item = this.list.children[index];
    if (item) {
      item.setAttribute("aria-selected", "true");
      item.scrollIntoView({ block: "nearest" });
      this.input.setAttribute("aria-activedescendant", item.id);
    } else {
      this.input.removeAttribute("aria-activedescendant");
    }
  }

  /** @param {number} index */
  choose(index) {
    const option = this.shown[index];
    if (option) {
      option.selected = true;
      this.select.dispatchEvent(new Event("change", { bubbles: true }));
    }
    this.rest();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (!this.isOpen) return this.search("");
      const last = this.shown.length - 1;
      const next = Math.abs(step) > 1 ? Math.min(last, Math.max(0, this.at + step)) : (this.at + step + last + 1) % (last + 1);
      this.mark(this.at < 0 && step < 0 ? last : next);
    } else if (event.key === "Enter" && (this.isOpen || this.input.value !== this.chosen)) {
      // Enter must not send the form with the old choice while the text is another one.
      event.preventDefault();
      if (this.isOpen) this.choose(this.at);
    } else if (event.key === "Escape" && (this.isOpen || this.note.textContent)) {
      event.preventDefault();
      event.stopPropagation();
      this.rest();
    }
  }
}

for (const select of document.querySelectorAll("select[data-picker]")) new Picker(/** @type {HTMLSelectElement} */ (select));
