// @ts-check
/** The number at the bell, and the mark on the tab's icon. */
const icon = /** @type {HTMLLinkElement|null} */ (document.querySelector("link[rel=icon][data-news]"));
const plainIcon = icon?.href ?? "";

/** Marks the tab's icon while something waits for a member who is in another tab: their turn, or a notice such as a challenge. */
export function markTab() {
  if (!icon) return;
  const wanted = /^\(\d+\)|^Your turn/.test(document.title) || document.querySelector("[data-news]:not(link)")
    ? new URL(icon.dataset.news ?? "", location.href).href
    : plainIcon;
  if (icon.href !== wanted) icon.href = wanted;
}
markTab();

function count() {
  return Number.parseInt(document.querySelector(".bell .count")?.textContent ?? "0", 10);
}
let counted = count();

/** Whether the number at the bell has grown since the last call. */
export function hasRung() {
  const before = counted;
  counted = count();
  return counted > before;
}
