// @ts-check
/** Selects several photos: shows how many are ticked, and ticks all by one button. */
const form = /** @type {HTMLFormElement|null} */ (document.querySelector("[data-selection]"));
const all = /** @type {HTMLButtonElement|null|undefined} */ (form?.querySelector("[data-all]"));
const count = form?.querySelector("[data-count]");
const boxes = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-selection] input[type=checkbox]"));

const ticked = () => [...boxes].filter((box) => box.checked).length;

function show() {
  const chosen = ticked();
  if (count) count.textContent = chosen === 0 ? "None selected" : chosen === 1 ? "One selected" : `${chosen} selected`;
  if (all) all.textContent = chosen === boxes.length ? "Select none" : "Select all of these";
}

form?.addEventListener("change", show);
all?.addEventListener("click", () => {
  const isAll = ticked() === boxes.length;
  for (const box of boxes) box.checked = !isAll;
  show();
});
// The browser may have restored the ticks.
addEventListener("pageshow", show);
