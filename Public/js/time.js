// @ts-check
/** `<time datetime>` in the visitor's own words and zone: today the time, else the date. */
const clock = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" });
const day = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const dayOfYear = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" });
const full = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "short" });

/** @param {ParentNode} within */
function localize(within) {
  const now = new Date();
  for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (within.querySelectorAll("time[datetime]"))) {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    const format = at.toDateString() === now.toDateString() ? clock : at.getFullYear() === now.getFullYear() ? day : dayOfYear;
    time.textContent = format.format(at);
    time.title = full.format(at);
  }
}

localize(document);
document.addEventListener("live:replaced", (event) => localize(/** @type {CustomEvent} */ (event).detail));
