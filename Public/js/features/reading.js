// @ts-check
/**
 * Tells what has been before somebody's eyes, not in a tab that is hidden: a conversation up to its last line, and what is new about a
 * photo, while the bell rings.
 */
let told = 0;
let isTelling = false;

function tell() {
  if (document.hidden) return;
  const mark = /** @type {HTMLElement|null} */ (document.querySelector("[data-reading]"));
  const line = Number(mark?.dataset.line ?? 0);
  if (mark && line > told) {
    const before = told;
    told = line;
    send(mark.dataset.reading ?? "", { line: String(line) }).catch(() => {
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

/** Once all parts of an answer stand there: the bell may be the last. */
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

// What was there when the page was opened is read already.
told = Number(/** @type {HTMLElement|null} */ (document.querySelector("[data-reading]"))?.dataset.line ?? 0);
for (const event of ["live:replaced", "visibilitychange"]) {
  document.addEventListener(event, tell);
  document.addEventListener(event, see);
}
