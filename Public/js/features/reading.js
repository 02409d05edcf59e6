// @ts-check
/**
 * Tells the server what was shown in a visible tab: a conversation up to its last message, and news about a photo while the bell has a
 * number.
 */
let told = 0;
let isTelling = false;

function tell() {
  if (document.hidden) return;
  const mark = /** @type {HTMLElement|null} */ (document.querySelector("[data-reading]"));
  const message = Number(mark?.dataset.message ?? 0);
  if (mark && message > told) {
    const before = told;
    told = message;
    send(mark.dataset.reading ?? "", { message: String(message) }).catch(() => {
      told = before;
    });
  }
}

/** @param {string} url @param {Record<string, string>} [fields] */
async function send(url, fields) {
  const csrf = /** @type {HTMLInputElement|null} */ (document.querySelector("[name=csrf]"))?.value ?? "";
  const response = await fetch(url, {
    method: "POST",
    body: new URLSearchParams({ csrf, ...fields }),
    credentials: "same-origin",
    headers: { Prefer: "return=representation" },
    keepalive: true,
  });
  if (!response.ok) throw new Error(response.statusText);
}

/** Waits until all parts of a response are in the page, because the bell may be the last. */
async function see() {
  const page = /** @type {HTMLElement|null} */ (document.querySelector("[data-seen]"));
  if (!page || isTelling || document.hidden) return;
  isTelling = true;
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
  if (document.querySelector(".bell .count")) await send(page.dataset.seen ?? "").catch(() => {});
  isTelling = false;
}

// The messages that were there when the page was opened are read already.
told = Number(/** @type {HTMLElement|null} */ (document.querySelector("[data-reading]"))?.dataset.message ?? 0);
for (const event of ["live:replaced", "visibilitychange"]) {
  document.addEventListener(event, tell);
  document.addEventListener(event, see);
}
