// @ts-check
/**
 * Switch access: a mark moves over the buttons, by itself (one switch) or by the first of two switches. The other switch presses the marked
 * button. The switches are Space and Enter, which switch interfaces send. The mark is the focus.
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
  // With two switches, Space moves on and Enter presses. With one switch, both keys press.
  if (within.dataset.switches === "2" && event.key === " " || !isMarked) {
    event.preventDefault();
    step();
  }
  wait();
});

document.addEventListener("live:replaced", () => {
  const within = root();
  // If the focused button was replaced, as after a guess, the mark begins with the first button again.
  if (within && !within.contains(document.activeElement)) targets(within)[0]?.focus();
  wait();
});
document.addEventListener("visibilitychange", () => document.hidden ? clearInterval(timer) : wait());
wait();
