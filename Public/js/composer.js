// @ts-check
/** The message box: Enter sends, Shift+Enter is a new line; a counter near the end; empty again once it is sent. */
const limit = 500;

document.addEventListener("keydown", (event) => {
  const field = event.target;
  if (event.key !== "Enter" || event.shiftKey || event.isComposing || !(field instanceof HTMLTextAreaElement) || !field.closest("[data-composer]")) return;
  event.preventDefault();
  if (field.value.trim()) field.form?.requestSubmit();
});

document.addEventListener("input", (event) => {
  if (event.target instanceof HTMLTextAreaElement && event.target.closest("[data-composer]")) count(event.target);
});

/** @param {HTMLTextAreaElement} field */
function count(field) {
  const counter = field.form?.querySelector("[data-counter]");
  const left = limit - field.value.length;
  if (counter) counter.textContent = left <= 80 ? `${left} left` : "";
}

document.addEventListener("form:sent", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.matches("[data-composer]")) return;
  const field = form.querySelector("textarea");
  const nonce = /** @type {HTMLInputElement|null} */ (form.querySelector("[name=nonce]"));
  if (nonce) nonce.value = freshNonce();
  if (!field) return;
  field.value = "";
  count(field);
  const scroller = document.querySelector("[data-pinned]");
  if (scroller) scroller.scrollTop = 0;
});

/** `randomUUID` needs a secure context, which a club on a home network may not have. */
function freshNonce() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const b = crypto.getRandomValues(new Uint8Array(16));
  b[6] = (b[6] & 15) | 64;
  b[8] = (b[8] & 63) | 128;
  return [...b].map((byte, i) => ([4, 6, 8, 10].includes(i) ? "-" : "") + byte.toString(16).padStart(2, "0")).join("");
}
