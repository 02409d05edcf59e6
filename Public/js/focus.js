// @ts-check
/** Restores the focus when its element is replaced: within the page, or by the page that a form leads to. */

/**
 * Describes an element and the elements around it, so that they can be found again.
 * @typedef {{ id: string, ids: string[], action?: string|null, href: string|null, name?: string, value?: string }} Place
 */

/** @param {Element} element @param {Element|null} root only ids below it are used @returns {Place} */
export function placeOf(element, root) {
  const { id, name, value, form } = /** @type {HTMLButtonElement} */ (element);
  /** @type {string[]} */
  const ids = [];
  for (let node = /** @type {Element|null} */ (element); node && node !== root; node = node.parentElement) {
    if (node.id) ids.push(node.id);
  }
  return { id, ids, action: form?.getAttribute("action"), href: element.getAttribute("href"), name, value };
}

/** Finds the same element as it is now. @param {Place} place @param {Element} within @returns {HTMLElement|null} */
function find({ id, ids, action, href, name, value }, within) {
  const pressed = name ? `[name="${CSS.escape(name)}"][value="${CSS.escape(value ?? "")}"]` : "button";
  const around = ids.map((id) => byId(id, within)).find(Boolean);
  return (id && byId(id, within)) ||
    (href && around?.querySelector(`a[href="${CSS.escape(href)}"]`)) ||
    (action && within.querySelector(`form[action="${CSS.escape(action)}"] ${pressed}`)) || null;
}

/** The elements around a place: those with a `tabindex` first, then the nearest first. @param {Place} place @param {Element} within */
function around({ ids }, within) {
  const regions = ids.map((id) => byId(id, within)).filter((region) => region !== null);
  return [...regions.filter((region) => region.hasAttribute("tabindex")), ...regions];
}

/** @param {string} id @param {Element} within @returns {HTMLElement|null} */
function byId(id, within) {
  return id === within.id ? /** @type {HTMLElement} */ (within) : within.querySelector(`#${CSS.escape(id)}`);
}

/** Gives the focus to the same element, or to one around it. @param {Place} place @param {Element} within */
export function giveBack(place, within) {
  return take([find(place, within), ...around(place, within)], { preventScroll: true });
}

/**
 * Focuses the first candidate that accepts the focus. For a candidate in closed details, the summary gets it.
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
  } catch { /* The next page begins at its top. */ }
}

/** After a form, focuses the page's alert, or else the same button, the target of the address, an element around it, or the heading. */
function arrive() {
  const left = remembered();
  const main = document.querySelector("main");
  if (!left || !main || document.activeElement !== document.body) return;
  const target = location.hash.length > 1 ? byId(location.hash.slice(1), main) : null;
  const words = /** @type {HTMLElement|null} */ (main.querySelector(".alert[role]"));
  const places = [words, find(left.place, main), target, ...around(left.place, main), main.querySelector("h1")];
  const element = take(places, { preventScroll: target !== null });
  if (!element || left.isShown) return;
  // The focus ring is not shown to somebody who used a pointer.
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

// The page's other scripts may set the focus first.
document.addEventListener("DOMContentLoaded", arrive);
