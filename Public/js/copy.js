// @ts-check
/** A button with `data-copy` copies that text and confirms it. If the browser refuses, it selects the field that shows the text. */
import { announce } from "./announcer.js";

document.addEventListener("click", async (event) => {
  const button = /** @type {HTMLElement|null} */ (event.target instanceof Element ? event.target.closest("[data-copy]") : null);
  if (!button) return;
  const text = button.dataset.copy ?? "";
  const label = button.querySelector("[data-copy-label]");
  const use = button.querySelector("use");
  const isCopied = await write(text);
  if (!isCopied) {
    const field = [...document.querySelectorAll("input")].find((input) => input.value === text && input.readOnly);
    field?.focus();
    field?.select();
    return announce(field ? "It is selected. Copy it from there." : "That did not work. Select the text and copy it.");
  }
  announce("Copied.");
  if (!label || button.dataset.copied) return;
  const [before, icon] = [label.textContent, use?.getAttribute("href")];
  button.dataset.copied = "1";
  label.textContent = "Copied";
  if (icon) use?.setAttribute("href", icon.replace(/#.*/, "#check"));
  setTimeout(() => {
    delete button.dataset.copied;
    label.textContent = before;
    if (icon) use?.setAttribute("href", icon);
  }, 2500);
});

/** @param {string} text */
async function write(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
