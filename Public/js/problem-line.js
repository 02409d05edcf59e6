// @ts-check
/** The line at a form that says why it was not sent, with a button to try again. It is kept when the form is replaced. */
import { announce } from "./announcer.js";

/** @param {HTMLFormElement} form */
function placeFor(form) {
  return document.getElementById(form.dataset.problems ?? "") ?? form;
}

/** @param {HTMLFormElement} form @param {string} words @param {HTMLButtonElement|null} [button] @param {boolean} [canRetry] */
export function showProblem(form, words, button = null, canRetry = Boolean(button)) {
  const place = placeFor(form);
  place.querySelector("[data-form-problem]")?.remove();
  if (!words) return;
  const line = document.createElement("div");
  line.className = "alert alert--error form-problem";
  line.dataset.formProblem = "";
  const text = document.createElement("span");
  text.textContent = words;
  line.append(text);
  if (canRetry) {
    const retry = document.createElement("button");
    retry.type = "button";
    retry.className = "button button--secondary";
    retry.textContent = "Retry";
    retry.addEventListener("click", () => sendAgain(form, button, line));
    line.append(retry);
  }
  place.append(line);
  announce(words);
}

/** @param {HTMLFormElement} form @param {HTMLButtonElement|null} button @param {HTMLElement} line */
function sendAgain(form, button, line) {
  const current = form.isConnected ? form : sameForm(form, document);
  if (!current) return line.remove();
  const same = button && submitButtons(current).find((each) => each.name === button.name && each.value === button.value);
  same?.focus();
  current.requestSubmit(same);
}

/**
 * Moves the problem lines of the forms in a part of the page to its replacement. If a form is gone, its line is removed.
 * @param {HTMLElement} old @param {HTMLElement} fresh
 */
export function carryProblems(old, fresh) {
  for (const form of old.querySelectorAll("form")) {
    const place = placeFor(form);
    const line = place.querySelector("[data-form-problem]");
    if (!line) continue;
    const same = sameForm(form, fresh);
    if (!same) line.remove();
    else if (place === form) same.append(line);
  }
}

/**
 * Finds the same form in another part of the page. Null if that is uncertain. Many forms have the same action, and differ in their buttons
 * or their hidden fields. The hidden fields of the same form may have changed.
 * @param {HTMLFormElement} form @param {ParentNode} within @returns {HTMLFormElement|null}
 */
function sameForm(form, within) {
  const isAlike = (/** @type {HTMLFormElement} */ other) =>
    other.getAttribute("action") === form.getAttribute("action") && buttonsOf(other) === buttonsOf(form);
  const found = [...within.querySelectorAll("form")].filter(isAlike);
  const isOnlyOne = found.length === 1 &&
    [.../** @type {ParentNode} */ (form.getRootNode()).querySelectorAll("form")].filter(isAlike).length === 1;
  return isOnlyOne ? found[0] : found.find((other) => hiddenOf(other) === hiddenOf(form)) ?? null;
}

/** @param {HTMLFormElement} form @returns {HTMLButtonElement[]} */
function submitButtons(form) {
  return [...form.querySelectorAll("button")].filter(({ type }) => type === "submit");
}

/** @param {HTMLFormElement} form */
function buttonsOf(form) {
  return JSON.stringify(submitButtons(form).map(({ id, name, value }) => [id, name, value]));
}

/** @param {HTMLFormElement} form */
function hiddenOf(form) {
  const fields = [.../** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("input[type=hidden]:not([name=csrf])"))];
  return JSON.stringify(fields.map(({ name, value }) => [name, value]));
}
