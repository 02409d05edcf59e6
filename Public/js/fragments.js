// @ts-check
/**
 * Updates the page with fragments from the server: each `[data-live]` element with an id replaces the element that has the same id.
 * Focus, caret, scroll position, half-typed text, open details and the problem lines of forms are kept.
 */
import { announceNews } from "./announcer.js";
import { hasRung, markTab } from "./bell.js";
import { giveBack, placeOf } from "./focus.js";
import { carryProblems } from "./problem-line.js";

/** The HTML that the server last sent for each id. A change by a script must not look like news. @type {Map<string, string>} */
const known = new Map();
for (const part of liveParts(document)) known.set(part.id, part.outerHTML);

/** @param {ParentNode} within @returns {NodeListOf<HTMLElement>} */
function liveParts(within) {
  return within.querySelectorAll("[data-live][id]");
}

/**
 * Puts a fragment into the page.
 * @param {string} html @returns {{isFragment: boolean, changed: boolean}}
 */
export function apply(html) {
  const parts = liveParts(new DOMParser().parseFromString(html, "text/html"));
  let changed = false;
  for (const part of parts) {
    const old = document.getElementById(part.id);
    if (!old || known.get(part.id) === part.outerHTML) continue;
    known.set(part.id, part.outerHTML);
    replace(old, document.importNode(part, true));
    changed = true;
  }
  if (changed) {
    document.title = document.getElementById("live-state")?.dataset.title || document.title;
    markTab();
    const said = announceNews();
    if (hasRung() || said) document.dispatchEvent(new CustomEvent("live:news"));
  }
  return { isFragment: parts.length > 0, changed };
}

/** @param {HTMLElement} old @param {HTMLElement} fresh */
function replace(old, fresh) {
  const focus = focusWithin(old);
  const scroller = /** @type {HTMLElement|null} */ (old.closest("[data-pinned]"));
  // A pinned scroller has `column-reverse`: 0 is the bottom, and positions above it are negative.
  const isAbove = scroller !== null && scroller.scrollTop < -8;
  const edge = scroller?.getBoundingClientRect().top ?? 0;
  const anchor = isAbove ? [...old.children].find((child) => child.id && child.getBoundingClientRect().bottom > edge) : undefined;
  const anchored = anchor?.getBoundingClientRect().top ?? 0;
  const scrolled = [old, ...old.querySelectorAll(".board-scroll[id]")].map(({ id, scrollLeft, scrollTop }) => ({
    id,
    scrollLeft,
    scrollTop,
  }));

  for (const open of old.querySelectorAll("details[open][id]")) fresh.querySelector(`#${CSS.escape(open.id)}`)?.setAttribute("open", "");
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (old.querySelectorAll("input[id]:not([type=hidden]), textarea[id]"))) {
    const twin = /** @type {HTMLInputElement|null} */ (fresh.querySelector(`#${CSS.escape(field.id)}`));
    if (!twin) continue;
    if (["radio", "checkbox"].includes(field.type)) {
      if (field.checked !== field.defaultChecked) twin.checked = field.checked;
    } else if (field.value !== field.defaultValue) twin.value = field.value;
  }
  // Only a new mark on the board is animated.
  const last = old.querySelector(".is-last")?.id;
  if (last) fresh.querySelector(`#${CSS.escape(last)}.is-last`)?.classList.add("is-settled");

  carryProblems(old, fresh);
  old.replaceWith(fresh);
  for (const { id, scrollLeft, scrollTop } of scrolled) {
    if (scrollLeft || scrollTop) document.getElementById(id)?.scrollTo(scrollLeft, scrollTop);
  }
  const twin = anchor && document.getElementById(anchor.id);
  if (scroller && twin) scroller.scrollTop += twin.getBoundingClientRect().top - anchored;
  focus?.(fresh);
  document.dispatchEvent(new CustomEvent("live:replaced", { detail: fresh }));
}

/** Remembers where the focus is in an element that will be replaced. Returns a function that restores it. @param {HTMLElement} old */
function focusWithin(old) {
  const active = /** @type {HTMLInputElement|null} */ (document.activeElement);
  if (!active || !old.contains(active)) return null;
  const place = placeOf(active, old.parentElement);
  const caret = "selectionStart" in active ? [active.selectionStart, active.selectionEnd] : [];
  return (/** @type {HTMLElement} */ fresh) => {
    // The focused element is in a form's problem line, which was moved to the new element.
    if (active.isConnected) return active.focus({ preventScroll: true });
    const same = giveBack(place, fresh);
    if (caret[0] != null && same instanceof HTMLInputElement) {
      try {
        same.setSelectionRange(caret[0], caret[1] ?? caret[0]);
      } catch { /* It is not a text field. */ }
    }
  };
}
