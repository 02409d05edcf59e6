// @ts-check
/** A clock for members who want one. It pauses while the page is hidden, and can be stopped. It never ends a game. */
const prefix = "boardwalk clock ";
let isStopped = false;

/** @returns {{ clock: HTMLElement, time: HTMLElement, key: string } | null} */
function parts() {
  const clock = /** @type {HTMLElement|null} */ (document.querySelector("[data-clock]"));
  const time = /** @type {HTMLElement|null} */ (clock?.querySelector("[data-clock-time]") ?? null);
  return clock && time ? { clock, time, key: prefix + clock.dataset.clock } : null;
}

/** @param {string} key */
function seconds(key) {
  try {
    return Number(localStorage.getItem(key)) || 0;
  } catch {
    return 0;
  }
}

function show() {
  const found = parts();
  if (!found) return;
  const passed = seconds(found.key);
  found.time.textContent = `${Math.floor(passed / 60)}:${String(passed % 60).padStart(2, "0")}`;
  const button = found.clock.querySelector("[data-clock-stop]");
  if (button) button.textContent = isStopped ? "Start the clock" : "Stop the clock";
}

setInterval(() => {
  const found = parts();
  if (!found || isStopped || document.hidden) return;
  try {
    localStorage.setItem(found.key, String(seconds(found.key) + 1));
  } catch { /* The clock stands still. */ }
  show();
}, 1000);

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element) || !event.target.closest("[data-clock-stop]")) return;
  isStopped = !isStopped;
  show();
});
document.addEventListener("live:replaced", () => {
  show();
  forgetOthers();
});

/** Deletes the times of other games, which are over. */
function forgetOthers() {
  const key = parts()?.key;
  try {
    for (const other of Object.keys(localStorage)) {
      if (other.startsWith(prefix) && other !== key && key) localStorage.removeItem(other);
    }
  } catch { /* There is nothing to delete. */ }
}

show();
forgetOthers();
