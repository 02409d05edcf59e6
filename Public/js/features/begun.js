// @ts-check
/**
 * A game has begun while one looks at the lobby, or at the old board: whoever looks and is not writing is taken there, all others are told
 * in a bar that stays.
 */
import { announce } from "../announcer.js";
import { showBar } from "../bar.js";
import { isWriting } from "../writing.js";

/** What stood there when the page was opened leads nobody away. */
const known = new Set([state().begun]);

function state() {
  return document.getElementById("live-state")?.dataset ?? {};
}

document.addEventListener("live:replaced", () => {
  const { begun } = state();
  if (!begun || known.has(begun)) return;
  // A form is on its way, and leads there itself.
  if (document.querySelector("form[data-busy]:not([data-composer])")) return;
  known.add(begun);
  if (!document.hidden && !isWriting()) return location.assign(begun);
  announce(tell());
});

/** Shows the bar, and gives what it says. */
function tell() {
  const { begun = "", opponent } = state();
  const words = `${opponent} is at the board.`;
  showBar(words, "Go", begun);
  return words;
}

// Whoever comes to the lobby, and was waited for; an old board has its own button.
if (state().begun && !document.querySelector(".game-status")) tell();
