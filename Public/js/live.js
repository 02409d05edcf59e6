// @ts-check
/**
 * Keeps `[data-live]` elements as the server has them: one held request per tab.
 * The page names its fragment once, by `[data-live-url]`; the fragment is a sequence of `[data-live]` elements with ids.
 */
// The page's own fragment, else the header's, which has only the counter.
const root = /** @type {HTMLElement|null} */ ([...document.querySelectorAll("[data-live-url]")].at(-1) ?? null);
const url = root?.dataset.liveUrl ?? "";
let etag = root?.dataset.etag ?? "";

/** What the server last sent for each id: what scripts do to an element must not look like news. @type {Map<string, string>} */
const known = new Map();
for (const part of liveParts(document)) known.set(part.id, part.outerHTML);

/** @param {ParentNode} within @returns {NodeListOf<HTMLElement>} */
function liveParts(within) {
  return within.querySelectorAll("[data-live][id]");
}

const announcer = document.getElementById("announcer");
/** A sentence with a number is said once, and none after it with a lower one. */
const numbered = /^(\d+)\|/;
let latest = 0;
/** The sentences that stood there before, one a line. */
let announced = sentences();
announced.forEach(isNew);

/** @param {string} sentence */
function isNew(sentence) {
  const number = Number(sentence.match(numbered)?.[1] ?? latest + 1);
  if (number <= latest) return false;
  if (numbered.test(sentence)) latest = number;
  return true;
}

function sentences() {
  const states = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-announcement]"));
  return [...states].flatMap((state) => (state.dataset.announcement ?? "").split("\n")).filter(Boolean);
}

/** What the bell says. */
function count() {
  return Number.parseInt(document.querySelector(".bell .count")?.textContent ?? "0", 10);
}
let rung = count();

/** Says one sentence through the page's only polite live region. @param {string} sentence */
export function announce(sentence) {
  if (!announcer || !sentence) return;
  announcer.textContent = "";
  setTimeout(() => {
    announcer.textContent = sentence;
  }, 60);
}

/**
 * Puts a fragment into the page.
 * @param {string} html @returns {{isFragment: boolean, changed: boolean}}
 */
export function apply(html) {
  const parts = liveParts(new DOMParser().parseFromString(html, "text/html"));
  let changed = false;
  for (const part of parts) {
    const old = document.getElementById(part.id);
    if (!old || known.get(part.id) === part.outerHTML) continue;
    known.set(part.id, part.outerHTML);
    replace(old, document.importNode(part, true));
    changed = true;
  }
  if (changed) {
    document.title = document.getElementById("live-state")?.dataset.title || document.title;
    showBadge();
    const now = sentences();
    const news = now.filter((sentence) => !announced.includes(sentence));
    const said = news.filter(isNew).map((sentence) => sentence.replace(numbered, "")).join(" ");
    announce(said);
    const ringing = count();
    if (said || ringing > rung) document.dispatchEvent(new CustomEvent("live:news"));
    rung = ringing;
    announced = now;
  }
  return { isFragment: parts.length > 0, changed };
}

const icon = /** @type {HTMLLinkElement|null} */ (document.querySelector("link[rel=icon][data-news]"));
const plainIcon = icon?.href ?? "";

/** The tab's icon has a badge while something waits for whoever is away: their turn, or a challenge. */
function showBadge() {
  if (!icon) return;
  const wanted = /^\(\d+\)|^Your turn/.test(document.title) || document.querySelector("[data-news]:not(link)")
    ? new URL(icon.dataset.news ?? "", location.href).href
    : plainIcon;
  if (icon.href !== wanted) icon.href = wanted;
}
showBadge();

/** @param {HTMLElement} old @param {HTMLElement} fresh */
function replace(old, fresh) {
  const focus = focusWithin(old);
  const scroller = /** @type {HTMLElement|null} */ (old.closest("[data-pinned]"));
  // A pinned scroller is column-reverse: 0 is the bottom, and further up is negative.
  const isAbove = scroller !== null && scroller.scrollTop < -8;
  const edge = scroller?.getBoundingClientRect().top ?? 0;
  const anchor = isAbove ? [...old.children].find((line) => line.id && line.getBoundingClientRect().bottom > edge) : undefined;
  const anchored = anchor?.getBoundingClientRect().top ?? 0;
  const scrolled = [old, ...old.querySelectorAll(".board-scroll[id]")].map(({ id, scrollLeft, scrollTop }) => ({
    id,
    scrollLeft,
    scrollTop,
  }));

  for (const open of old.querySelectorAll("details[open][id]")) fresh.querySelector(`#${CSS.escape(open.id)}`)?.setAttribute("open", "");
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (old.querySelectorAll("input[id]:not([type=hidden]), textarea[id]"))) {
    const twin = /** @type {HTMLInputElement|null} */ (fresh.querySelector(`#${CSS.escape(field.id)}`));
    if (twin && field.value !== field.defaultValue) twin.value = field.value;
  }
  // Only what is new moves: a mark that stood there before is not stamped again.
  const last = old.querySelector(".is-last")?.id;
  if (last) fresh.querySelector(`#${CSS.escape(last)}.is-last`)?.classList.add("is-settled");

  old.replaceWith(fresh);
  for (const { id, scrollLeft, scrollTop } of scrolled) {
    if (scrollLeft || scrollTop) document.getElementById(id)?.scrollTo(scrollLeft, scrollTop);
  }
  const twin = anchor && document.getElementById(anchor.id);
  if (scroller && twin) scroller.scrollTop += twin.getBoundingClientRect().top - anchored;
  focus?.(fresh);
  document.dispatchEvent(new CustomEvent("live:replaced", { detail: fresh }));
}

/** Remembers where the focus is in an element about to go; the result gives it back. @param {HTMLElement} old */
function focusWithin(old) {
  const active = /** @type {HTMLInputElement|null} */ (document.activeElement);
  if (!active || !old.contains(active)) return null;
  const { name, value } = active;
  const action = active.form?.getAttribute("action");
  const caret = "selectionStart" in active ? [active.selectionStart, active.selectionEnd] : [];
  /** @type {string[]} */
  const ids = [];
  for (let node = /** @type {Element|null} */ (active); node && node !== old.parentElement; node = node.parentElement) {
    if (node.id) ids.push(node.id);
  }
  return (/** @type {HTMLElement} */ fresh) => {
    const find = (/** @type {string} */ id) =>
      id === fresh.id ? fresh : /** @type {HTMLElement|null} */ (fresh.querySelector(`#${CSS.escape(id)}`));
    const form = action ? fresh.querySelector(`form[action="${CSS.escape(action)}"]`) : null;
    const href = active.getAttribute("href");
    const link = href && ids.map(find).find(Boolean)?.querySelector(`a[href="${CSS.escape(href)}"]`);
    const same = (active.id && find(active.id)) || link ||
      (form &&
        (name ? form.querySelector(`[name="${CSS.escape(name)}"][value="${CSS.escape(value ?? "")}"]`) : form.querySelector("button"))) ||
      ids.map(find).find((element) => element && element.tabIndex >= -1 && element.hasAttribute("tabindex"));
    if (!(same instanceof HTMLElement)) return;
    same.focus({ preventScroll: true });
    if (caret[0] != null && same instanceof HTMLInputElement) {
      try {
        same.setSelectionRange(caret[0], caret[1] ?? caret[0]);
      } catch { /* not a text field */ }
    }
  };
}

// ---- the held request

const holdSeconds = 25;
const connection = document.getElementById("connection");
/** @type {AbortController|null} */
let request = null;
/** Ends the present pause at once. @type {(() => void)|null} */
let wake = null;
let isRunning = false;
let pauses = 0;
let failures = 0;
/** After a failure the first question is a plain one: its quick answer says that the line is back. */
let isLost = false;
let quick = 0;
let lastAnswer = performance.now();

/** @param {string} sentence */
function showConnection(sentence) {
  if (connection && connection.textContent !== sentence) connection.textContent = sentence;
}

/** @param {number} seconds */
function sleep(seconds) {
  return new Promise((resolve) => {
    const timer = setTimeout(done, seconds * 1000);
    function done() {
      clearTimeout(timer);
      wake = null;
      resolve(undefined);
    }
    wake = done;
  });
}

/** While a form is on its way nothing is held: an older answer must not overtake a newer one. */
export function pause() {
  pauses += 1;
  request?.abort("pause");
}

/** @param {string|null} [fresh] the ETag that came with the form's answer */
export function resume(fresh) {
  if (fresh) etag = fresh;
  pauses = Math.max(0, pauses - 1);
  wake?.();
}

async function run() {
  if (isRunning || !root) return;
  isRunning = true;
  while (isRunning) {
    if (pauses > 0) {
      await sleep(60);
      continue;
    }
    const rest = await beat();
    if (rest > 0 && isRunning) await sleep(rest);
  }
}

/** One request; gives the seconds to rest before the next. */
async function beat() {
  const started = performance.now();
  const current = request = new AbortController();
  const limit = setTimeout(() => current.abort("late"), (holdSeconds + 15) * 1000);
  try {
    const response = await fetch(url, {
      headers: { Accept: "text/html", ...(isLost ? {} : { Prefer: `wait=${holdSeconds}` }), ...(etag ? { "If-None-Match": etag } : {}) },
      cache: "no-store",
      credentials: "same-origin",
      signal: current.signal,
    });
    if (response.redirected || [401, 403, 404, 410].includes(response.status)) return reloadOnce();
    if (response.status !== 304 && !response.ok) {
      response.body?.cancel();
      return failed(retryAfter(response));
    }
    const html = response.status === 304 ? "" : await response.text();
    if (current.signal.aborted || pauses > 0) return 0;
    const { changed } = html ? apply(html) : { changed: false };
    etag = response.headers.get("ETag") ?? etag;
    lastAnswer = performance.now();
    const wasLost = isLost;
    failures = 0;
    isLost = false;
    showConnection("");
    return wasLost ? 0 : restAfter(response, changed, lastAnswer - started);
  } catch {
    if (current.signal.reason === "pause" || current.signal.reason === "again") return 0;
    return isRunning ? failed(0) : 0;
  } finally {
    clearTimeout(limit);
  }
}

/** Where nothing holds the request, plain interval polling. @param {Response} response @param {boolean} changed @param {number} took */
function restAfter(response, changed, took) {
  const holds = response.headers.get("Preference-Applied")?.includes("wait") ?? false;
  quick = !changed && took < 1000 ? quick + 1 : 0;
  const asked = retryAfter(response);
  if (asked) return asked;
  if (quick < 3) return 0;
  if (document.hidden) return 60;
  return holds ? 1 : 3;
}

/** @param {Response} response */
function retryAfter(response) {
  const seconds = Number(response.headers.get("Retry-After"));
  return Number.isFinite(seconds) ? Math.min(60, Math.max(0, seconds)) : 0;
}

/** @param {number} atLeast */
function failed(atLeast) {
  failures += 1;
  isLost = true;
  showConnection("Reconnecting…");
  const ceiling = Math.min(30, 2 ** (failures - 1));
  return Math.max(atLeast, ceiling * (0.5 + Math.random() / 2));
}

/** The page is no longer ours to see as it is: load it again, but never in a circle. */
function reloadOnce() {
  // A form is about to lead elsewhere.
  if (document.querySelector("form[data-busy]:not([data-inplace])")) return 5;
  isRunning = false;
  const key = `reloaded ${location.pathname}`;
  const before = Number(sessionStorage.getItem(key) ?? 0);
  if (Date.now() - before < 60_000) showConnection("This page is out of date. Please load it again.");
  else {
    sessionStorage.setItem(key, String(Date.now()));
    location.reload();
  }
  return 0;
}

/** Back from sleep, another tab or a tunnel: ask at once. */
function again() {
  if (document.hidden || !isRunning) return;
  if (failures > 0 || quick >= 3 || performance.now() - lastAnswer > (holdSeconds + 5) * 1000) request?.abort("again");
  failures = 0;
  quick = 0;
  wake?.();
}

document.addEventListener("visibilitychange", again);
addEventListener("online", again);
// A held request does not notice by itself that there is no line any more.
addEventListener("offline", () => request?.abort("offline"));
addEventListener("pagehide", () => {
  isRunning = false;
  request?.abort("again");
  wake?.();
});
addEventListener("pageshow", (event) => {
  if (event.persisted) setTimeout(run);
});
run();
