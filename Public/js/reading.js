// @ts-check
/** Tells that a conversation has been read, up to its last line, when it is before somebody's eyes: not in a tab that is hidden. */
let told = 0;

async function tell() {
  const mark = /** @type {HTMLElement|null} */ (document.querySelector("[data-reading]"));
  const line = Number(mark?.dataset.line ?? 0);
  if (!mark || document.hidden || line <= told) return;
  told = line;
  const csrf = /** @type {HTMLInputElement|null} */ (document.querySelector("[name=csrf]"))?.value ?? "";
  try {
    const response = await fetch(mark.dataset.reading ?? "", {
      method: "POST", body: new URLSearchParams({ csrf, line: String(line) }), credentials: "same-origin",
      headers: { Prefer: "return=representation" }, keepalive: true,
    });
    if (!response.ok) told = 0;
  } catch {
    told = 0;
  }
}

// What was there when the page was opened is read already.
told = Number(/** @type {HTMLElement|null} */ (document.querySelector("[data-reading]"))?.dataset.line ?? 0);
document.addEventListener("live:replaced", tell);
document.addEventListener("visibilitychange", tell);
