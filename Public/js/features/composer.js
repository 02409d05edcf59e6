// @ts-check
/** The message box: Enter sends, Shift+Enter is a new line, a counter appears near the limit, and a second message waits for the first. */
import { newIdempotencyKey } from "../idempotency-key.js";

/** Messages that were written while another was being sent. @type {string[]} */
const waiting = [];

/** A message that was not sent, and the form that has it again. It is sent when the connection is back, unless the text was changed. */
/** @type {{ form: HTMLFormElement, text: string, at: number }|null} */
let lost = null;
/** In seconds. An older message is not sent by itself, because its author may have changed their mind. */
const maxAge = 300;

document.addEventListener("keydown", (event) => {
  const field = event.target;
  if (
    event.key !== "Enter" || event.shiftKey || event.isComposing || !(field instanceof HTMLTextAreaElement) ||
    !field.closest("[data-composer]")
  ) return;
  event.preventDefault();
  if (!field.value.trim()) return;
  if (!field.form?.dataset.busy) return field.form?.requestSubmit();
  waiting.push(field.value);
  field.value = "";
  count(field);
});

document.addEventListener("input", (event) => {
  if (event.target instanceof HTMLTextAreaElement && event.target.closest("[data-composer]")) count(event.target);
});

/** @param {HTMLTextAreaElement} field */
function count(field) {
  const counter = field.form?.querySelector("[data-counter]");
  const left = field.maxLength - field.value.length;
  if (counter) counter.textContent = left <= 80 ? `${left} left` : "";
}

// The box is emptied at once, so that the member can go on writing. Text that was not accepted comes back before the newer text.
document.addEventListener("form:sending", (event) =>
  edit(event, (field) => {
    field.value = "";
  }));
document.addEventListener("form:failed", (event) =>
  edit(event, (field, sent) => {
    field.value = [sent, ...waiting.splice(0), field.value].filter(Boolean).join("\n");
  }));
document.addEventListener("form:sent", (event) =>
  edit(event, (field, _, form) => {
    lost = null;
    const idempotencyKey = /** @type {HTMLInputElement|null} */ (form.querySelector("[name=idempotency_key]"));
    if (idempotencyKey) idempotencyKey.value = newIdempotencyKey();
    const scroller = document.querySelector("[data-pinned]");
    if (scroller) scroller.scrollTop = 0;
    setTimeout(() => sendNext(field));
  }));

document.addEventListener("form:lost", (event) =>
  edit(event, (field, _, form) => {
    lost = { form, text: field.value, at: Date.now() };
  }));
document.addEventListener("live:found", () => {
  const field = lost?.form.querySelector("textarea");
  const isFresh = lost !== null && Date.now() - lost.at < maxAge * 1000;
  if (isFresh && lost?.form.isConnected && !lost.form.dataset.busy && field?.value === lost.text) lost.form.requestSubmit();
  lost = null;
});

/** Sends the next waiting message. Unfinished text stays in the box. @param {HTMLTextAreaElement} field */
function sendNext(field) {
  const next = waiting.shift();
  if (next === undefined) return;
  const unfinished = field.value;
  field.value = next;
  field.form?.requestSubmit();
  field.value = unfinished;
  count(field);
}

/** @param {Event} event @param {(field: HTMLTextAreaElement, sent: string, form: HTMLFormElement) => void} change */
function edit(event, change) {
  const form = event.target;
  const field = form instanceof HTMLFormElement && form.matches("[data-composer]") ? form.querySelector("textarea") : null;
  if (!(form instanceof HTMLFormElement) || !field) return;
  const sent = /** @type {CustomEvent<URLSearchParams>} */ (event).detail.get(field.name) ?? "";
  change(field, sent.replaceAll("\r\n", "\n"), form);
  count(field);
}

// Two players keep their chat room from one game to the next, so text that was not sent is kept too.
const draftPlace = "draft beside a board";
const rivals = () => document.title.match(/ vs (.+?) · /)?.[1];
const box = () => /** @type {HTMLTextAreaElement|null} */ (document.querySelector("#chat textarea"));

addEventListener("pagehide", () => {
  const [text, rival] = [box()?.value ?? "", rivals()];
  try {
    if (text.trim() && rival) sessionStorage.setItem(draftPlace, JSON.stringify({ text, rival }));
  } catch { /* The draft is lost. */ }
});

function takeDraft() {
  const field = box();
  try {
    const draft = JSON.parse(sessionStorage.getItem(draftPlace) ?? "null");
    sessionStorage.removeItem(draftPlace);
    if (!draft || !field || field.value || draft.rival !== rivals()) return;
    field.value = draft.text;
    count(field);
  } catch { /* There is no draft. */ }
}

takeDraft();
