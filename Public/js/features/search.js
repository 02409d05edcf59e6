// @ts-check
/** Shows results while somebody types, in forms with `data-search`. The button does the same. */
import { apply } from "../fragments.js";

/** Milliseconds without typing before the search. */
const pause = 200;
/** @type {ReturnType<typeof setTimeout>|undefined} */
let timer;
/** @type {AbortController|undefined} */
let asking;

document.addEventListener("input", (event) => {
  const { form } = /** @type {HTMLInputElement} */ (event.target);
  if (!form?.hasAttribute("data-search") || /** @type {InputEvent} */ (event).isComposing) return;
  clearTimeout(timer);
  timer = setTimeout(() => find(form), pause);
});

/** @param {HTMLFormElement} form */
async function find(form) {
  asking?.abort();
  asking = new AbortController();
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  const address = `${form.action}?${new URLSearchParams(fields)}`;
  try {
    const response = await fetch(address, {
      headers: { Prefer: "return=representation" },
      credentials: "same-origin",
      signal: asking.signal,
    });
    if (!response.ok) return;
    apply(await response.text());
    history.replaceState(history.state, "", address);
  } catch { /* The button still works. */ }
}
