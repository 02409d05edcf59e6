// @ts-check
/** The emoji that the account chose last in this browser, without skin tones. */
const most = 24;
const key = `recent emoji ${document.body.dataset.account ?? ""}`;

/** @returns {string[]} the latest first */
export function recent() {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(kept) ? kept.filter((text) => typeof text === "string") : [];
  } catch {
    return [];
  }
}

/** @param {string} text */
export function remember(text) {
  try {
    localStorage.setItem(key, JSON.stringify([text, ...recent().filter((other) => other !== text)].slice(0, most)));
  } catch { /* The emoji is not remembered. */ }
}
