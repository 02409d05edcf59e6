// @ts-check
/** Keeps the focus where it was, though what had it is replaced: within the page, or by the page that a form leads to. */

/**
 * What an element is found again by, and those around it.
 * @typedef {{ id: string, ids: string[], action?: string|null, href: string|null, name?: string, value?: string }} Place
 */

/** @param {Element} element @param {Element|null} root the ids below it count @returns {Place} */
export function placeOf(element, root) {
  const { id, name, value, form } = /** @type {HTMLButtonElement} */ (element);
  /** @type {string[]} */
  const ids = [];
  for (let node = /** @type {Element|null} */ (element); node && node !== root; node = node.parentElement) {
    if (node.id) ids.push(node.id);
  }
  return { id, ids, action: form?.getAttribute("action"), href: element.getAttribute("href"), name, value };
}

/** The element itself, as it is now. @param {Place} place @param {Element} within @returns {HTMLElement|null} */
function find({ id, ids, action, href, name, value }, within) {
  const pressed = name ? `[name="${CSS.escape(name)}"][value="${CSS.escape(value ?? "")}"]` : "button";
  const around = ids.map((id) => byId(id, within)).find(Boolean);
  return (id && byId(id, within)) ||
    (href && around?.querySelector(`a[href="${CSS.escape(href)}"]`)) ||
    (action && within.querySelector(`form[action="${CSS.escape(action)}"] ${pressed}`)) || null;
}

/** What stands around it, the nearest first; before all others what is made to be focused. @param {Place} place @param {Element} within */
function around({ ids }, within) {
  const regions = ids.map((id) => byId(id, within)).filter((region) => region !== null);
  return [...regions.filter((region) => region.hasAttribute("tabindex")), ...regions];
}

/** @param {string} id @param {Element} within @returns {HTMLElement|null} */
function byId(id, within) {
  return id === within.id ? /** @type {HTMLElement} */ (within) : within.querySelector(`#${CSS.escape(id)}`);
}

/** Gives the focus back, to the element or to what stands in its place. @param {Place} place @param {Element} within */
export function giveBack(place, within) {
  return take([find(place, within), ...around(place, within)], { preventScroll: true });
}

/**
 * The first that takes the focus; what is folded up has it in its heading.
 * @param {(HTMLElement|null|undefined)[]} candidates @param {FocusOptions} options
 */
function take(candidates, options) {
  for (const candidate of candidates) {
    const element = candidate?.closest("details:not([open])")?.querySelector("summary") ?? candidate;
    if (!element?.checkVisibility()) continue;
    if (element.tabIndex < 0) element.tabIndex = -1;
    element.focus(options);
    if (document.activeElement === element) return element;
  }
  return null;
}

// MARK: From page to page

const memory = "focus";

/** Remembers which form leads to the next page. @param {HTMLFormElement} form @param {HTMLElement|null} button */
export function leave(form, button) {
  const place = placeOf(button ?? form.querySelector("button") ?? form, document.querySelector("main"));
  const isShown = document.activeElement?.matches(":focus-visible") ?? false;
  try {
    sessionStorage.setItem(memory, JSON.stringify({ place, isShown, at: Date.now() }));
  } catch { /* then the next page begins at its top */ }
}

/** Where a form led here, one goes on at what it says, else at the same button, the place that it leads to, or the heading. */
function arrive() {
  const left = remembered();
  const main = document.querySelector("main");
  if (!left || !main || document.activeElement !== document.body) return;
  const target = location.hash.length > 1 ? byId(location.hash.slice(1), main) : null;
  const words = /** @type {HTMLElement|null} */ (main.querySelector(".alert[role]"));
  const places = [words, find(left.place, main), target, ...around(left.place, main), main.querySelector("h1")];
  const element = take(places, { preventScroll: target !== null });
  if (!element || left.isShown) return;
  // Who came by a pointer sees no ring.
  element.dataset.arrived = "";
  element.addEventListener("blur", () => delete element.dataset.arrived, { once: true });
}

/** @returns {{ place: Place, isShown: boolean }|null} */
function remembered() {
  try {
    const left = JSON.parse(sessionStorage.getItem(memory) ?? "null");
    sessionStorage.removeItem(memory);
    return left && Date.now() - left.at < 20_000 ? left : null;
  } catch {
    return null;
  }
}

// After what the page's other scripts do with the focus.
document.addEventListener("DOMContentLoaded", arrive);
