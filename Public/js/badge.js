// @ts-check
/** The badge on the tab's icon, and the count on the bell. */
const icon = /** @type {HTMLLinkElement|null} */ (document.querySelector("link[rel=icon][data-news]"));
const plainIcon = icon?.href ?? "";

/** The tab's icon has a badge while something waits for whoever is away: their turn, or a challenge. */
export function showBadge() {
  if (!icon) return;
  const wanted = /^\(\d+\)|^Your turn/.test(document.title) || document.querySelector("[data-news]:not(link)")
    ? new URL(icon.dataset.news ?? "", location.href).href
    : plainIcon;
  if (icon.href !== wanted) icon.href = wanted;
}
showBadge();

function count() {
  return Number.parseInt(document.querySelector(".bell .count")?.textContent ?? "0", 10);
}
let counted = count();

/** Whether the bell counts more than when this was last asked. */
export function hasRung() {
  const before = counted;
  counted = count();
  return counted > before;
}
