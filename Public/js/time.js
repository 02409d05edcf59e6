// @ts-check
/**
 * `<time datetime>` as the server writes it, in the zone that they chose or their device's: today the time, soon the date with it, else
 * the date; on paper, where no day is today, both.
 */
const root = document.documentElement;
const chosen = zone(root.dataset.zone);
const clock = words({ hour: "2-digit", minute: "2-digit" });
const day = words({ day: "numeric", month: "short" });
const dayAndClock = words({ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
const dayOfYear = words({ day: "numeric", month: "short", year: "numeric" });
const dayOfYearAndClock = words({ day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" });
/** Milliseconds. */
const soon = 3 * 86_400_000;
const full = words({ dateStyle: "full", timeStyle: "short" });
const year = words({ year: "numeric" });

/** @param {Intl.DateTimeFormatOptions} options */
function words(options) {
  return new Intl.DateTimeFormat("en-GB", { ...options, timeZone: chosen });
}

/** The zone, if this browser knows it. @param {string} [name] */
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

/** Tells where the device is, where that counts and is not known yet; a name that the server does not know is told once a tab. */
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
    // The next page tells it.
  }
}

tellZone();
