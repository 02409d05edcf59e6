// @ts-check
/** Counts down until the win can be claimed, for the player who waits and for the player who has lost the connection. */
import { announce } from "../announcer.js";
import { refresh } from "../live.js";

/** When each countdown ends, in the time of `performance.now()`. @type {WeakMap<Element, number>} */
const ends = new WeakMap();
/** When the page noticed that the connection was lost. Null if it is not lost. @type {number|null} */
let lostAt = null;

/** @param {number} seconds */
function words(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** @param {number} end */
function left(end) {
  return Math.max(0, Math.ceil((end - performance.now()) / 1000));
}

function tick() {
  const count = /** @type {HTMLElement|null} */ (document.querySelector("[data-countdown]"));
  if (count) {
    const end = ends.get(count) ?? performance.now() + Number(count.dataset.countdown) * 1000;
    const isOver = ends.has(count) && left(end) === 0 && count.dataset.over !== "1";
    ends.set(count, end);
    count.textContent = words(left(end));
    if (isOver && lostAt === null) {
      count.dataset.over = "1";
      refresh();
    }
  }
  const own = /** @type {HTMLElement|null} */ (document.querySelector("[data-own-absence]"));
  if (!own) return;
  own.hidden = lostAt === null;
  if (lostAt === null) return;
  const rest = left(lostAt + Number(own.dataset.ownAbsence) * 1000);
  own.textContent = rest > 0
    ? `You are offline. If you are not back in ${words(rest)}, your opponent can claim the win.`
    : "You are offline. Your opponent can claim the win now.";
}

document.addEventListener("live:lost", () => {
  lostAt ??= performance.now();
  tick();
  // A countdown is announced once, not each second.
  announce(document.querySelector("[data-own-absence]")?.textContent ?? "");
});
document.addEventListener("live:found", () => {
  lostAt = null;
  tick();
});
document.addEventListener("live:replaced", tick);
setInterval(tick, 1000);
tick();
