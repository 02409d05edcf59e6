// @ts-check
/** Sends forms with `data-inplace` without leaving the page. Prevents a second click from sending any form twice. */
import { announce } from "./announcer.js";
import { leave } from "./focus.js";
import { apply } from "./fragments.js";
import { pause, resume } from "./live.js";
import { showProblem } from "./problem-line.js";

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (event.defaultPrevented || form.method !== "post") return;
  if (form.dataset.busy) return event.preventDefault();
  const button = /** @type {HTMLButtonElement|null} */ (event.submitter);
  setBusy(form, button, true);
  if (!form.hasAttribute("data-inplace")) return leave(form, button);
  event.preventDefault();
  send(form, button).finally(() => setBusy(form, button, false));
});
addEventListener("pageshow", () => {
  for (const form of document.forms) setBusy(form, null, false);
});

/** @param {HTMLFormElement} form @param {HTMLElement|null} button @param {boolean} isBusy */
export function setBusy(form, button, isBusy) {
  if (isBusy) form.dataset.busy = "1";
  else delete form.dataset.busy;
  for (const each of button ? [button] : form.querySelectorAll("button[aria-disabled]")) {
    if (isBusy) each.setAttribute("aria-disabled", "true");
    else each.removeAttribute("aria-disabled");
    each.classList.toggle("is-pending", isBusy);
  }
}

/** @param {HTMLFormElement} form @param {HTMLButtonElement|null} button */
async function send(form, button) {
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  if (button?.name) body.append(button.name, button.value);
  const tell = (/** @type {string} */ event) => form.dispatchEvent(new CustomEvent(event, { bubbles: true, detail: body }));
  showProblem(form, "");
  tell("form:sending");
  pause();
  let etag = null;
  try {
    const response = await fetch(button?.getAttribute("formaction") ?? form.getAttribute("action") ?? location.href, {
      method: "POST",
      body,
      credentials: "same-origin",
      headers: { Accept: "text/html", Prefer: "return=representation" },
    });
    if (response.redirected) {
      leave(form, button);
      return location.assign(response.url);
    }
    const html = await response.text();
    // `apply` would keep the text that was sent as half-typed text.
    if (response.ok && form.closest("[data-live]")) form.reset();
    const { isFragment } = apply(html);
    if (isFragment) etag = response.headers.get("ETag");
    if (isFragment) announce(document.querySelector("[data-problem]")?.textContent?.trim() ?? "");
    else if (!response.ok) showProblem(form, sentence(response, html), response.status >= 500 ? button : null);
    else {
      leave(form, button);
      return location.reload();
    }
    tell(response.ok ? "form:sent" : "form:failed");
  } catch {
    tell("form:failed");
    tell("form:lost");
    showProblem(
      form,
      form.hasAttribute("data-composer")
        ? "That was not sent. It will be sent when the connection is back."
        : "That was not sent. Nothing is lost. Check the connection, then try again.",
      button,
      true,
    );
  } finally {
    resume(etag);
  }
}

/** Returns the sentence of a problem page, or a general one. @param {Response} response @param {string} html */
export function sentence(response, html) {
  const detail = new DOMParser().parseFromString(html, "text/html").querySelector("[data-problem-detail]")?.textContent?.trim();
  return detail ||
    (response.status === 429 ? "That was a lot at once. Wait a moment, then try again." : "Something went wrong here. Please try again.");
}
