// @ts-check
/** The keys of Wordley work at once: typed letters appear in the row, and are saved on the server a moment later. */
const rest = 800;
let timer = 0;

function parts() {
  const game = /** @type {HTMLElement|null} */ (document.querySelector("[data-wordley]"));
  const form = /** @type {HTMLFormElement|null} */ (game?.querySelector("[data-word-form]") ?? null);
  const input = /** @type {HTMLInputElement|null} */ (form?.querySelector("#guess") ?? null);
  return game && form && input ? { game, form, input, letters: Number(game.dataset.wordley) } : null;
}

/** Keeps only the letters that fit, and shows them in the row. */
function show() {
  const found = parts();
  if (!found) return;
  const { game, input, letters } = found;
  const text = input.value.toLowerCase().replace(/[^a-z]/g, "").slice(0, letters);
  if (input.value !== text) input.value = text;
  const row = game.querySelector(".word-row.is-current");
  row?.querySelectorAll(".word-cell").forEach((cell, index) => {
    const element = /** @type {HTMLElement} */ (cell);
    element.dataset.given ??= element.classList.contains("is-given") ? element.textContent ?? "" : "";
    element.classList.toggle("is-typed", index < text.length);
    element.classList.toggle("is-given", index >= text.length && element.dataset.given !== "");
    element.textContent = text[index]?.toUpperCase() ?? element.dataset.given;
  });
}

/** Saves a half-typed word soon, so that it is there when the member comes back. */
function keepSoon() {
  clearTimeout(timer);
  timer = setTimeout(() => keep(), rest);
}

function keep() {
  clearTimeout(timer);
  timer = 0;
  const found = parts();
  if (!found || found.form.dataset.busy) return;
  const body = new URLSearchParams(/** @type {any} */ (new FormData(found.form)));
  body.set("quietly", "1");
  const address = (found.form.getAttribute("action") ?? "").replace(/guesses$/, "draft");
  fetch(address, { method: "POST", body, credentials: "same-origin", keepalive: true }).catch(() => {});
}

/** @param {string} key a letter, or "back" */
function press(key) {
  const found = parts();
  if (!found) return;
  const { input, letters } = found;
  input.value = key === "back" ? input.value.slice(0, -1) : (input.value + key).slice(0, letters);
  show();
  keepSoon();
}

document.addEventListener("click", (event) => {
  const key = event.target instanceof Element ? event.target.closest("[data-wordley] button[name=key]") : null;
  if (!key) return;
  event.preventDefault();
  press(/** @type {HTMLButtonElement} */ (key).value);
});

document.addEventListener("input", (event) => {
  if (event.target !== parts()?.input) return;
  show();
  keepSoon();
});

document.addEventListener("keydown", (event) => {
  const found = parts();
  if (!found || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest("input, textarea, select")) return;
  const isOnControl = target?.closest("button, a, summary");
  if (/^[a-z]$/i.test(event.key)) press(event.key.toLowerCase());
  else if (event.key === "Backspace") press("back");
  else if (event.key === "Enter" && !isOnControl) found.form.requestSubmit();
  else return;
  event.preventDefault();
});

document.addEventListener("form:sending", () => clearTimeout(timer));
document.addEventListener("live:replaced", () => {
  show();
  offerSpeech();
});
addEventListener("pagehide", () => {
  if (timer) keep();
});

/** Shows the buttons that speak a word, if the browser can speak. */
function offerSpeech() {
  if (!("speechSynthesis" in globalThis)) return;
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-speak]"))) button.hidden = false;
}

document.addEventListener("click", ({ target }) => {
  const button = /** @type {HTMLElement|null} */ (target instanceof Element ? target.closest("[data-speak]") : null);
  if (!button) return;
  const said = new SpeechSynthesisUtterance((button.dataset.speak ?? "").toLowerCase());
  said.lang = "en";
  speechSynthesis.cancel();
  speechSynthesis.speak(said);
});

show();
offerSpeech();
