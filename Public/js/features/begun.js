// @ts-check
/**
 * Opens a game that begins while the member looks at the lobby or at the old board. If the page is hidden or the member is writing, it
 * shows a bar instead.
 */
import { announce } from "../announcer.js";
import { showBar } from "../bar.js";
import { isWriting } from "../writing.js";

/** Games that this page must not open by itself, such as one that had begun before the page was opened. */
const known = new Set([state().begun]);

function state() {
  return document.getElementById("live-state")?.dataset ?? {};
}

document.addEventListener("live:replaced", () => {
  const { begun } = state();
  if (!begun || known.has(begun)) return;
  // A form is being sent and leads to the game itself.
  if (document.querySelector("form[data-busy]:not([data-composer])")) return;
  known.add(begun);
  if (!document.hidden && !isWriting()) return location.assign(begun);
  announce(tell());
});

/** Shows the bar and returns its text. */
function tell() {
  const { begun = "", opponent } = state();
  const words = `Your game with ${opponent} has started.`;
  showBar(words, "Play", begun);
  return words;
}

// The opponent was already waiting when the member opened the lobby. An old board has its own button.
if (state().begun && !document.querySelector(".game-status")) tell();
