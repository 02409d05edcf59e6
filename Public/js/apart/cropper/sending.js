// @ts-check
/** Sends a form with a file without leaving the page. */
import { goToProblems } from "../../fields.js";
import { leave } from "../../focus.js";
import { sentence, setBusy } from "../../forms.js";
import { showProblem } from "../../problem-line.js";

/**
 * @param {HTMLFormElement} form @param {HTMLButtonElement|null} button
 * @param {(fresh: HTMLFormElement) => void} keep moves the chosen file, which HTML cannot contain, to the new form
 */
export async function send(form, button, keep) {
  setBusy(form, button, true);
  showProblem(form, "");
  try {
    const response = await fetch(form.action, {
      method: "POST",
      body: new FormData(form),
      credentials: "same-origin",
      headers: { Accept: "text/html", Prefer: "return=representation" },
    });
    if (response.redirected) {
      leave(form, button);
      return location.assign(response.url);
    }
    const html = await response.text();
    const fresh = renewed(form, html);
    if (!fresh) return showProblem(form, sentence(response, html), button, response.status === 429 || response.status >= 500);
    keep(fresh);
    goToProblems();
  } catch {
    showProblem(form, "That was not sent. Nothing is lost. Check the connection, then try again.", button, true);
  } finally {
    setBusy(form, button, false);
  }
}

/**
 * Shows the response and returns the same form in it, with its problems. Null if the response is another page.
 * @param {HTMLFormElement} form @param {string} html
 */
function renewed(form, html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const main = page.querySelector("main");
  const same = `form[action="${CSS.escape(form.getAttribute("action") ?? "")}"]`;
  if (!main?.querySelector(same)) return null;
  document.title = page.title;
  document.querySelector("main")?.replaceChildren(...main.childNodes);
  return /** @type {HTMLFormElement|null} */ (document.querySelector(`main ${same}`));
}
