// @ts-check
/** The chosen emoji as a row of buttons. One emoji is marked: other buttons move or remove it, and a new emoji is inserted after it. */
import { announce } from "../../announcer.js";
import { make } from "./make.js";

/** @typedef {{ parts: string[], limit: number, input: HTMLInputElement, nameOf: (part: string) => string,
 * isEmoji: (part: string) => boolean }} Field */

export class Chosen {
  /** @param {Field} field */
  constructor(field) {
    this.field = field;
    this.marked = -1;
    this.row = make("div", { class: "emoji-row", role: "group", "aria-label": "Chosen emoji, in this order" });
    this.left = this.button("Move left", () => this.move(-1));
    this.right = this.button("Move right", () => this.move(1));
    const remove = this.button("Remove", () => this.remove());
    const tools = make(
      "div",
      { class: "emoji-tools", role: "group", "aria-label": "Change the marked emoji" },
      this.left,
      this.right,
      remove,
    );
    this.element = make("div", { class: "emoji-chosen" }, this.row, tools);
    this.row.addEventListener("click", ({ target }) => this.mark(this.places.indexOf(/** @type {HTMLElement} */ (target)), true));
    this.row.addEventListener("keydown", (event) => this.press(event));
  }

  /** @param {string} label @param {() => void} respond */
  button(label, respond) {
    const button = make("button", { type: "button", class: "button button--secondary" }, label);
    button.addEventListener("click", respond);
    return button;
  }

  get places() {
    return /** @type {HTMLElement[]} */ ([...this.row.children]);
  }

  /** Updates the row from the field. */
  show() {
    const { parts } = this.field;
    this.element.hidden = parts.length === 0;
    const places = this.places;
    const grown = parts.length - places.length;
    // The last emoji is marked while somebody types, so that the next one is inserted after it.
    if (this.marked >= parts.length || this.field.input === document.activeElement && grown !== 0) this.marked = parts.length - 1;
    if (grown < 0) places.slice(parts.length).forEach((place) => place.remove());
    else this.row.append(...parts.slice(places.length).map(() => make("button", { type: "button", class: "emoji-place" })));
    this.places.forEach((place, index) => {
      place.textContent = parts[index];
      place.classList.toggle("is-foreign", !this.field.isEmoji(parts[index]));
      place.setAttribute("aria-label", `${this.field.nameOf(parts[index])}, ${index + 1} of ${parts.length}`);
    });
    this.mark(this.marked);
  }

  /** @param {number} index @param {boolean} [isFocused] */
  mark(index, isFocused = false) {
    if (isFocused && index < 0) return;
    this.marked = index;
    this.places.forEach((place, at) => {
      place.setAttribute("aria-pressed", String(at === index));
      place.tabIndex = at === index ? 0 : -1;
    });
    this.left.setAttribute("aria-disabled", String(index <= 0));
    this.right.setAttribute("aria-disabled", String(index >= this.places.length - 1));
    if (isFocused) this.places[index]?.focus();
  }

  /** @param {number} step */
  move(step) {
    const [parts, to] = [this.field.parts, this.marked + step];
    const part = parts[this.marked];
    if (to < 0 || to >= parts.length) return announce(`${this.field.nameOf(part)} is already ${step < 0 ? "first" : "last"}.`);
    this.mark(to);
    this.field.parts = parts.toSpliced(to - step, 1).toSpliced(to, 0, part);
    announce(`${this.field.nameOf(part)} is ${to + 1} of ${parts.length}.`);
  }

  /** @param {boolean} [isFocused] */
  remove(isFocused = false) {
    const { parts, input, limit } = this.field;
    const [part, at] = [parts[this.marked], this.marked];
    this.mark(Math.max(0, at - 1));
    this.field.parts = parts.toSpliced(at, 1);
    announce(`${this.field.nameOf(part)} removed. ${parts.length - 1} of ${limit}.`);
    if (parts.length === 1) input.focus();
    else if (isFocused) this.places[this.marked]?.focus();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const last = this.places.length - 1;
    const to = {
      ArrowLeft: Math.max(0, this.marked - 1),
      ArrowRight: Math.min(last, this.marked + 1),
      Home: 0,
      End: last,
    }[event.key];
    if (to !== undefined) this.mark(to, true);
    else if (event.key === "Delete" || event.key === "Backspace") this.remove(true);
    else return;
    event.preventDefault();
  }
}
