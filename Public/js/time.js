// @ts-check
/**
 * Shows each `<time datetime>` in the chosen time zone or the device's. A moment today is shown as a time, a moment within the next days
 * as date and time, and any other as a date. On paper all have date and time, because "today" means nothing there.
 */
const root = document.documentElement;
const chosen = zone(root.dataset.zone);
const clock = words({ hour: "2-digit", minute: "2-digit" });
const day = words({ day: "numeric", month: "short" });
const dayAndClock = words({ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
const dayOfYear = words({ day: "numeric", month: "short", year: "numeric" });
const dayOfYearAndClock = words({ day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" });
/** In milliseconds. A moment within this time from now is shown with date and time. */
const soon = 3 * 86_400_000;
const full = words({ dateStyle: "full", timeStyle: "short" });
const year = words({ year: "numeric" });

/** @param {Intl.DateTimeFormatOptions} options */
function words(options) {
  return new Intl.DateTimeFormat("en-GB", { ...options, timeZone: chosen });
}

/** Returns the zone if this browser knows it. @param {string} [name] */
function zone(name) {
  try {
    return name && new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** @param {ParentNode} within @param {boolean} [isPrinted] */
function localize(within, isPrinted = false) {
  const now = new Date();
  for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (within.querySelectorAll("time[datetime]"))) {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    const isToday = dayOfYear.format(at) === dayOfYear.format(now);
    const ahead = at.getTime() - now.getTime();
    const isSoon = ahead > 0 && ahead < soon;
    const onScreen = isToday ? clock : isSoon ? dayAndClock : year.format(at) === year.format(now) ? day : dayOfYear;
    time.textContent = (isPrinted ? dayOfYearAndClock : onScreen).format(at);
    time.title = full.format(at);
  }
}

localize(document);
addEventListener("beforeprint", () => localize(document, true));
addEventListener("afterprint", () => localize(document));
document.addEventListener("live:replaced", (event) => localize(/** @type {CustomEvent} */ (event).detail));

/**
 * Sends the device's time zone if the account follows its device and the server knows another zone. A zone that the server refuses is sent
 * once in a tab.
 */
async function tellZone() {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const known = root.dataset.deviceZone;
  const csrf = /** @type {HTMLInputElement|null} */ (document.querySelector("[name=csrf]"))?.value;
  if (!known || !timeZone || known === timeZone || !csrf) return;
  try {
    if (sessionStorage.getItem("zone") === timeZone) return;
    const body = new URLSearchParams({ csrf, zone: timeZone });
    const response = await fetch("/account/time-zone/device", { method: "POST", body, credentials: "same-origin" });
    if (response.status === 422) sessionStorage.setItem("zone", timeZone);
  } catch {
    // The next page tries again.
  }
}

tellZone();
