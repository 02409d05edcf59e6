// @ts-check
/** Small aids in forms: show a password and its length, preview a colour, suggest an address, focus the problems. */

document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement|null} */ (event.target instanceof Element ? event.target.closest("[data-reveal]") : null);
  const field = /** @type {HTMLInputElement|null} */ (button && document.getElementById(button.dataset.reveal ?? ""));
  if (!button || !field) return;
  const isShown = field.type === "text";
  field.type = isShown ? "password" : "text";
  button.setAttribute("aria-pressed", String(!isShown));
});

document.addEventListener("change", (event) => {
  const choice = event.target;
  if (choice instanceof HTMLInputElement && choice.closest("[data-hues]")) document.documentElement.dataset.hue = choice.value;
});

document.addEventListener("input", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.id) return;
  for (const length of document.querySelectorAll(`[data-length-of="${CSS.escape(target.id)}"]`)) {
    const count = [...target.value].length;
    length.textContent = count > 0 ? `Now ${count}.` : "";
  }
});

const slug = /** @type {HTMLInputElement|null} */ (document.querySelector("[data-slug-from]"));
const source = /** @type {HTMLInputElement|null} */ (slug && document.getElementById(slug.dataset.slugFrom ?? ""));
if (slug && source) {
  let isOwn = slug.value !== "";
  slug.addEventListener("input", () => {
    isOwn = slug.value !== "";
  });
  source.addEventListener("input", () => {
    if (!isOwn) {
      slug.value = source.value.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, " ").trim().replaceAll(" ", "-").slice(0, 40);
    }
  });
}

/** Focuses the list of problems if there are any. */
export function goToProblems() {
  /** @type {HTMLElement|null} */ (document.querySelector("[data-problems]:not(:empty)"))?.focus();
}

goToProblems();
