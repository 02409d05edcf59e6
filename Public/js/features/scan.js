// @ts-check
/**
 * Switches: a mark goes over what can be pressed, by itself (one switch) or by the first of two, and the other presses what is marked.
 * Space and Enter are the switches, as switch interfaces send them. The mark is the focus.
 */
/** @type {number|undefined} */
let timer;

function root() {
  return /** @type {HTMLElement|null} */ (document.querySelector("[data-switches]:not([data-switches='0'])"));
}

/** @param {HTMLElement} within */
function targets(within) {
  const all = /** @type {NodeListOf<HTMLElement>} */ (within.querySelectorAll("button:not([hidden]), summary"));
  return [...all].filter((each) => each.checkVisibility() && each.getAttribute("aria-disabled") !== "true" && !each.dataset.wordEnter);
}

function step() {
  const within = root();
  if (!within) return;
  const all = targets(within);
  const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  all[(at + 1) % all.length]?.focus();
}

function wait() {
  clearInterval(timer);
  const within = root();
  if (within?.dataset.switches === "1") timer = setInterval(step, Number(within.dataset.pace));
}

document.addEventListener("keydown", (event) => {
  const within = root();
  if (!within || event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
  if (event.key !== " " && event.key !== "Enter") return;
  const isMarked = targets(within).includes(/** @type {HTMLElement} */ (document.activeElement));
  // Two switches: Space goes on, Enter presses. One: either presses.
  if (within.dataset.switches === "2" && event.key === " " || !isMarked) {
    event.preventDefault();
    step();
  }
  wait();
});

document.addEventListener("live:replaced", () => {
  const within = root();
  // The row that is next begins with the first key again.
  if (within && !within.contains(document.activeElement)) targets(within)[0]?.focus();
  wait();
});
document.addEventListener("visibilitychange", () => document.hidden ? clearInterval(timer) : wait());
wait();
