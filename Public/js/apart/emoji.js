// @ts-check
/**
 * The emoji field, with JavaScript. The chosen emoji are a row of buttons, and other buttons change their order. A picker shows all emoji
 * by group and by name. The input stays: the form sends its value, and people can type in it.
 */
import { announce } from "../announcer.js";
import { load } from "./emoji/catalogue.js";
import { Chosen } from "./emoji/chosen.js";
import { make } from "./emoji/make.js";
import { PickerPanel } from "./emoji/panel.js";

const segmenter = "Segmenter" in Intl ? new Intl.Segmenter("en", { granularity: "grapheme" }) : null;

class EmojiField {
  /** @param {HTMLElement} root @param {HTMLInputElement} input @param {Intl.Segmenter} segmenter */
  constructor(root, input, segmenter) {
    this.root = root;
    this.input = input;
    this.segmenter = segmenter;
    this.limit = Number(root.dataset.limit);
    /** @type {import("./emoji/catalogue.js").Catalogue|null} */
    this.catalogue = null;
    /** @type {PickerPanel|null} */
    this.panel = null;
    this.chosen = new Chosen(this);
    this.count = make("p", { class: "emoji-count text--muted text--small" });
    this.note = make("p", { class: "text--muted text--small", role: "status" });
    this.opener = make("button", { type: "button", class: "button button--secondary", "aria-expanded": "false" }, "Choose emoji");
    this.place = make("div", { id: `${input.id}-picker`, hidden: "" }, this.note);
    this.opener.setAttribute("aria-controls", this.place.id);
    input.before(this.chosen.element);
    input.after(this.count, make("p", {}, this.opener), this.place);
    input.addEventListener("input", () => this.show());
    input.addEventListener("focus", () => this.loadNames(), { once: true });
    this.opener.addEventListener("click", () => this.isOpen ? this.close() : this.open());
    this.place.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      this.close();
      this.opener.focus();
    });
    this.show();
  }

  /** The graphemes in the input, without spaces. */
  get parts() {
    return [...this.segmenter.segment(this.input.value)].map(({ segment }) => segment).filter((segment) => segment.trim());
  }

  set parts(parts) {
    this.input.value = parts.join("");
    this.input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  get isOpen() {
    return !this.place.hidden;
  }

  show() {
    const { length } = this.parts;
    const over = length - this.limit;
    const foreign = this.parts.filter((part) => !this.isEmoji(part)).map((part) => `“${part}”`);
    const wrong = over > 0
      ? `: remove ${over}`
      : foreign.length > 0
      ? `: ${[...new Set(foreign)].join(", ")} ${foreign.length > 1 ? "are not emoji" : "is not an emoji"}`
      : "";
    this.count.textContent = `${length} of ${this.limit}${wrong}`;
    this.count.classList.toggle("is-over", wrong !== "");
    this.chosen.show();
  }

  /** Whether a grapheme may be an emoji: a picture, a flag or a keycap. The server decides. @param {string} part */
  isEmoji(part) {
    return /\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|^[0-9#*]\ufe0f?\u20e3$/u.test(part);
  }

  /** @param {string} part */
  nameOf(part) {
    return this.catalogue?.nameOf(part) ?? (this.isEmoji(part) ? part : `${part}, not an emoji`);
  }

  /** Loads the names for screen readers, which use the device's own names if this fails. */
  async loadNames() {
    try {
      this.catalogue = await load(this.root.dataset.emoji ?? "");
      this.show();
    } catch { /* The picker says so when it is opened. */ }
  }

  async open() {
    this.place.hidden = false;
    this.opener.setAttribute("aria-expanded", "true");
    if (this.panel) {
      this.panel.renew();
      return this.opener.scrollIntoView();
    }
    this.note.textContent = "Loading…";
    await this.loadNames();
    this.note.textContent = this.catalogue ? "" : "The list of emoji could not be loaded. Check the connection, then open it again.";
    if (!this.catalogue || this.panel) return;
    this.panel = new PickerPanel(this.catalogue, this.input.id, {
      tone: this.root.dataset.tone ?? "",
      choose: (text) => this.add(text),
      keepTone: (tone) => this.keepTone(tone),
    });
    this.place.append(this.panel.element);
    this.opener.scrollIntoView();
  }

  close() {
    this.place.hidden = true;
    this.opener.setAttribute("aria-expanded", "false");
  }

  /** Inserts an emoji after the marked one. @param {string} text @returns {boolean} whether there was room */
  add(text) {
    const parts = this.parts;
    if (parts.length >= this.limit) {
      announce(`You can use at most ${this.limit} emoji. You have ${parts.length}. Remove one first.`);
      return false;
    }
    const at = this.chosen.marked + 1;
    this.chosen.mark(at);
    this.parts = parts.toSpliced(at, 0, text);
    announce(`${this.nameOf(text)} added. ${parts.length + 1} of ${this.limit}.`);
    return true;
  }

  /** Saves the tone for the account in the background. If that fails, it is used only on this page. @param {string} tone */
  keepTone(tone) {
    const csrf = /** @type {HTMLInputElement|null} */ (document.querySelector("[name=csrf]"))?.value ?? "";
    const body = new URLSearchParams({ csrf, skin_tone: tone });
    fetch("/account/skin-tone", { method: "POST", body, credentials: "same-origin", keepalive: true }).catch(() => {});
  }
}

for (const root of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-emoji-field]"))) {
  const input = root.querySelector("input");
  if (input && segmenter) new EmojiField(root, input, segmenter);
}
