// @ts-check
/** The emoji picker: a search, groups as tabs, a list with arrow keys, and skin tones. */
import { toned } from "./catalogue.js";
import { isDrawn } from "./drawn.js";
import { EmojiList } from "./list.js";
import { make } from "./make.js";
import { recent, remember } from "./recent.js";

/** @typedef {import("./catalogue.js").Emoji} Emoji */

const mostFound = 240;
const hands = ["yellow", "light", "medium-light", "medium", "medium-dark", "dark"];

export class PickerPanel {
  /**
   * @param {import("./catalogue.js").Catalogue} catalogue @param {string} id
   * @param {{ tone: string, choose: (text: string) => boolean, keepTone: (tone: string) => void }} field
   */
  constructor(catalogue, id, field) {
    this.catalogue = catalogue;
    this.id = id;
    this.field = field;
    this.tone = field.tone;
    this.list = new EmojiList((emoji) => this.textOf(emoji), (emoji) => this.choose(emoji));
    this.note = make("p", { class: "emoji-note text--muted text--small", role: "status" });
    this.search = /** @type {HTMLInputElement} */ (make("input", { type: "search", id: `${id}-search`, autocomplete: "off" }));
    this.tabs = make("div", { class: "emoji-tabs", role: "tablist", "aria-label": "Groups of emoji" });
    this.group = make("p", { class: "text--muted text--small", "aria-hidden": "true" });
    this.sheet = make("div", { id: `${id}-sheet`, role: "tabpanel" }, this.group, this.list.element);
    const search = make(
      "div",
      { class: "field", role: "search" },
      make("label", { for: this.search.id }, "Search by name"),
      this.search,
      this.note,
    );
    this.element = make(
      "div",
      { class: "emoji-picker", role: "group", "aria-label": "Emoji picker" },
      search,
      this.tabs,
      this.sheet,
      this.tones(),
    );
    this.search.addEventListener("input", () => this.find());
    this.search.addEventListener("keydown", (event) => this.pressInSearch(event));
    this.tabs.addEventListener("click", ({ target }) => this.turnTo([...this.tabs.children].indexOf(/** @type {Element} */ (target))));
    this.tabs.addEventListener("keydown", (event) => this.pressInTabs(event));
    this.groups = /** @type {ReturnType<PickerPanel["allGroups"]>} */ ([]);
    this.renew();
  }

  /** The group of recent emoji comes first if it is not empty. */
  allGroups() {
    const last = recent().flatMap((text) => this.catalogue.find(text) ?? []);
    const first = last.length > 0 ? [{ name: "Recent", sign: "🕘", emoji: last }] : [];
    return [...first, ...this.catalogue.groups.map((group) => ({ ...group, sign: group.emoji[0].text }))];
  }

  /** Resets the picker when it is opened. */
  renew() {
    this.groups = this.allGroups();
    this.tabs.replaceChildren(
      ...this.groups.map(({ name, sign }, index) =>
        make("button", {
          type: "button",
          role: "tab",
          id: `${this.id}-tab-${index}`,
          "aria-label": name,
          "aria-controls": this.sheet.id,
          title: name,
        }, sign)
      ),
    );
    this.turnTo(0);
  }

  tones() {
    const segments = hands.map((tone, index) => {
      const radio = /** @type {HTMLInputElement} */ (make("input", { type: "radio", name: `${this.id}-tone`, value: tone, form: "" }));
      radio.checked = tone === this.tone;
      const hand = `✋${index > 0 ? String.fromCodePoint(0x1f3fa + index) : ""}`;
      return make(
        "label",
        { class: "segment", title: tone },
        radio,
        make("span", { "aria-hidden": "true" }, hand),
        make("span", { class: "visually-hidden" }, tone),
      );
    });
    const set = make(
      "fieldset",
      { class: "field emoji-tones" },
      make("legend", {}, "Skin tone"),
      make("div", { class: "segments" }, ...segments),
    );
    set.addEventListener("change", ({ target }) => {
      this.tone = /** @type {HTMLInputElement} */ (target).value;
      this.list.refresh();
      this.field.keepTone(this.tone);
    });
    return set;
  }

  /** Shows a group. @param {number} index @param {boolean} [isFocused] */
  turnTo(index, isFocused = false) {
    const [tab, group] = [this.tabs.children[index], this.groups[index]];
    if (!tab || !group) return;
    this.search.value = "";
    this.note.textContent = "";
    this.group.textContent = group.name;
    this.markTab(index);
    this.sheet.setAttribute("aria-label", group.name);
    this.list.show(group.emoji.filter(({ text }) => isDrawn(text)), group.name);
    if (isFocused) /** @type {HTMLElement} */ (tab).focus();
  }

  /** @param {number} index -1 if search results are shown */
  markTab(index) {
    [...this.tabs.children].forEach((tab, at) => {
      tab.setAttribute("aria-selected", String(at === index));
      tab.setAttribute("tabindex", at === Math.max(0, index) ? "0" : "-1");
    });
  }

  find() {
    if (!this.search.value.trim()) return this.turnTo(0);
    const found = this.catalogue.search(this.search.value).filter(({ text }) => isDrawn(text));
    const more = found.length > mostFound ? ` The first ${mostFound} are shown.` : "";
    this.note.textContent = found.length === 0 ? "No emoji found." : `${found.length} found.${more}`;
    this.markTab(-1);
    this.group.textContent = "";
    this.sheet.setAttribute("aria-label", "Found");
    this.list.show(found.slice(0, mostFound), "Found");
  }

  /** Returns the emoji in the chosen tone if the device can draw it. @param {Emoji} emoji */
  textOf(emoji) {
    const text = toned(emoji, this.tone);
    return isDrawn(text) ? text : emoji.text;
  }

  /** @param {Emoji} emoji */
  choose(emoji) {
    if (this.field.choose(this.textOf(emoji))) remember(emoji.text);
  }

  /** Enter chooses the first result, and never sends the form. @param {KeyboardEvent} event */
  pressInSearch(event) {
    if (event.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      if (this.search.value.trim()) this.list.chooseFirst();
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      this.list.focus();
    } else if (event.key === "Escape" && this.search.value) {
      event.preventDefault();
      this.turnTo(0);
    }
  }

  /** @param {KeyboardEvent} event */
  pressInTabs(event) {
    const [count, at] = [this.groups.length, [...this.tabs.children].indexOf(/** @type {Element} */ (event.target))];
    const to = { ArrowRight: (at + 1) % count, ArrowLeft: (at + count - 1) % count, Home: 0, End: count - 1 }[event.key];
    if (event.key === "ArrowDown") this.list.focus();
    else if (to !== undefined) this.turnTo(to, true);
    else return;
    event.preventDefault();
  }
}
