// @ts-check
/** All emoji in the server's list. */
import { folded } from "../../picker.js";

/** @typedef {{ text: string, name: string, tones: string, words: string[], nameWords: string[] }} Emoji */
/** @typedef {{ name: string, emoji: Emoji[] }} Group */

const tones = ["light", "medium-light", "medium", "medium-dark", "dark"].map((name, index) => ({
  name,
  modifier: String.fromCodePoint(0x1f3fb + index),
}));
const modifiers = /[\u{1f3fb}-\u{1f3ff}]/gu;

/** @type {Promise<Catalogue>|null} */
let loading = null;

/** Loads the list once a page, or again if that failed. @param {string} address */
export function load(address) {
  loading ??= fetch(address).then(async (response) => {
    if (!response.ok) throw new Error(`${response.status}`);
    return new Catalogue(await response.text());
  });
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

/** @param {Emoji} emoji @param {string} tone */
export function toned(emoji, tone) {
  const modifier = tones.find(({ name }) => name === tone)?.modifier;
  return modifier && emoji.tones ? emoji.tones.replaceAll("a", modifier) : emoji.text;
}

/** Removes variation selectors and skin tones from an emoji. @param {string} text */
function bare(text) {
  return text.replace(modifiers, "").replaceAll("\ufe0f", "");
}

/** @param {string} text */
function words(text) {
  return folded(text).match(/[\p{L}\p{N}#*]+/gu) ?? [];
}

export class Catalogue {
  /**
   * @param {string} lines `=group`, or the emoji, its name, its text with an `a` for each skin tone (if any), and other words, separated
   * by tabs
   */
  constructor(lines) {
    /** @type {Group[]} */
    this.groups = [];
    for (const line of lines.split("\n")) {
      if (line.startsWith("=")) this.groups.push({ name: line.slice(1), emoji: [] });
      else {
        const [text, name, tones, others] = line.split("\t");
        this.groups.at(-1)?.emoji.push({ text, name, tones, words: words(others), nameWords: words(name) });
      }
    }
    this.all = this.groups.flatMap(({ emoji }) => emoji);
    this.byText = new Map(this.all.map((emoji) => [bare(emoji.text), emoji]));
  }

  /** @param {string} text in any tone */
  find(text) {
    return this.byText.get(bare(text));
  }

  /** @param {string} text */
  nameOf(text) {
    const name = this.find(text)?.name;
    const heard = [...new Set(text.match(modifiers) ?? [])].map((modifier) =>
      `${tones.find((tone) => tone.modifier === modifier)?.name} skin tone`
    );
    return name && heard.length > 0 ? `${name}${name.includes(":") ? "," : ":"} ${heard.join(", ")}` : name;
  }

  /** Finds emoji that have, for every word of the query, a word that begins with it. Names come first. @param {string} query */
  search(query) {
    const pasted = this.find(query.trim());
    if (pasted) return [pasted];
    const asked = words(query).map((word) => [word, word.length > 3 && word.endsWith("s") ? word.slice(0, -1) : word]);
    if (asked.length === 0) return [];
    const has = (/** @type {string[]} */ all, /** @type {boolean} */ isWhole) =>
      asked.every((forms) => all.some((word) => forms.some((form) => isWhole ? word === form : word.startsWith(form))));
    const rank = (/** @type {Emoji} */ { nameWords, words }) =>
      has(nameWords, true) ? 0 : has(nameWords, false) ? 1 : has([...nameWords, ...words], true) ? 2 : 3;
    return this.all.filter((emoji) => has([...emoji.nameWords, ...emoji.words], false))
      .map((emoji) => ({ emoji, rank: rank(emoji) })).toSorted((one, other) => one.rank - other.rank).map(({ emoji }) => emoji);
  }
}
