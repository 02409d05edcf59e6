// @ts-check
/** A grid of emoji. One option at a time can get the focus (ARIA Authoring Practices Guide, listbox). */
import { make } from "./make.js";

/** @typedef {import("./catalogue.js").Emoji} Emoji */

export class EmojiList {
  /** @param {(emoji: Emoji) => string} textOf @param {(emoji: Emoji) => void} choose */
  constructor(textOf, choose) {
    this.textOf = textOf;
    this.choose = choose;
    /** @type {Emoji[]} */
    this.emoji = [];
    this.at = 0;
    this.element = make("div", { class: "emoji-list", role: "listbox" });
    this.element.addEventListener("click", ({ target }) => {
      const index = this.options.indexOf(/** @type {HTMLElement} */ (target));
      if (index < 0) return;
      this.goTo(index);
      this.choose(this.emoji[index]);
    });
    this.element.addEventListener("keydown", (event) => this.press(event));
  }

  get options() {
    return /** @type {HTMLElement[]} */ ([...this.element.children]);
  }

  /** @param {Emoji[]} emoji @param {string} label */
  show(emoji, label) {
    this.emoji = emoji;
    this.at = 0;
    this.element.setAttribute("aria-label", label);
    this.element.hidden = emoji.length === 0;
    this.element.replaceChildren(...emoji.map((each, index) => {
      const attributes = {
        role: "option",
        "aria-selected": "false",
        "aria-label": each.name,
        title: each.name,
        tabindex: index > 0 ? "-1" : "0",
      };
      return make("div", attributes, this.textOf(each));
    }));
    this.element.scrollTop = 0;
  }

  /** Shows the same emoji in another tone. */
  refresh() {
    this.options.forEach((option, index) => {
      option.textContent = this.textOf(this.emoji[index]);
    });
  }

  focus() {
    this.options[this.at]?.focus();
  }

  chooseFirst() {
    if (this.emoji[0]) this.choose(this.emoji[0]);
  }

  /** @param {number} index */
  goTo(index) {
    this.options[this.at]?.setAttribute("tabindex", "-1");
    this.at = index;
    this.options[index]?.setAttribute("tabindex", "0");
    this.focus();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const last = this.emoji.length - 1;
    const columns = getComputedStyle(this.element).gridTemplateColumns.split(" ").length;
    const step =
      { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns, PageDown: 5 * columns, PageUp: -5 * columns }[event.key];
    if (step !== undefined) this.step(step, last);
    else if (event.key === "Home") this.goTo(0);
    else if (event.key === "End") this.goTo(last);
    else if (event.key === "Enter" || event.key === " ") this.choose(this.emoji[this.at]);
    else return;
    event.preventDefault();
  }

  /** Moves the focus, but never out of the list. @param {number} step @param {number} last */
  step(step, last) {
    const to = this.at + step;
    if (to >= 0 && to <= last) this.goTo(to);
    else if (Math.abs(step) > 1 && this.at + Math.sign(step) >= 0 && to > last) this.goTo(last);
  }
}
