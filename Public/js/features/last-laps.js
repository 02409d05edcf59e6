// @ts-check
/** Updates the list of the last laps below the counter after each lap. */
import { apply } from "../fragments.js";

async function showLastLaps() {
  const path = document.getElementById("last-laps")?.dataset.lastLaps;
  if (!path) return;
  try {
    const response = await fetch(path, { credentials: "same-origin", headers: { Accept: "text/html" } });
    if (response.ok) apply(await response.text());
  } catch { /* The list is up to date when the page is loaded again. */ }
}

document.addEventListener("outbox:answered", (event) => {
  const { action, answer } = /** @type {CustomEvent} */ (event).detail;
  if (action.kind.startsWith("lap") && answer.status === 200) showLastLaps();
});
document.addEventListener("live:replaced", (event) => {
  if (/** @type {CustomEvent<HTMLElement>} */ (event).detail.matches("[data-ride]")) showLastLaps();
});
