// @ts-check
/**
 * Keeps the page up to date by a long poll: each tab has one request, which the server answers when something changes.
 * `[data-live-url]` is the address of the page's fragment, which is a sequence of `[data-live]` elements with ids. Without JavaScript
 * they do not change, except those with `data-live="framed"`: a frame in a `<noscript>`, which refreshes by itself, replaces them.
 */
import { apply } from "./fragments.js";

// The page's own fragment, or else the header's fragment, which has only the bell.
const root = /** @type {HTMLElement|null} */ ([...document.querySelectorAll("[data-live-url]")].at(-1) ?? null);
const url = root?.dataset.liveUrl ?? "";
let etag = root?.dataset.etag ?? "";

const holdSeconds = 25;
const connection = document.getElementById("connection");
/** @type {AbortController|null} */
let request = null;
/** Ends the current sleep at once. @type {(() => void)|null} */
let wake = null;
let isRunning = false;
let pauses = 0;
let failures = 0;
/** After a failure, the first request is not held: its quick response shows that the connection is back. */
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

/** Stops the long poll while a form is sent, because an older response must not replace a newer one. */
export function pause() {
  pauses += 1;
  request?.abort("pause");
}

/** @param {string|null} [fresh] the ETag of the response to the form */
export function resume(fresh) {
  if (fresh) etag = fresh;
  pauses = Math.max(0, pauses - 1);
  wake?.();
}

/** Requests the whole fragment at once, because it can be outdated without a change on the server. */
export function refresh() {
  etag = "";
  request?.abort("again");
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

/** Sends one request. Returns the seconds to wait before the next one. */
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
    if (wasLost) document.dispatchEvent(new Event("live:found"));
    return wasLost ? 0 : restAfter(response, changed, lastAnswer - started);
  } catch {
    if (current.signal.reason === "pause" || current.signal.reason === "again") return 0;
    return isRunning ? failed(0) : 0;
  } finally {
    clearTimeout(limit);
  }
}

/**
 * The seconds to wait before the next request. Polls at intervals if the requests are not held.
 * @param {Response} response @param {boolean} changed @param {number} took
 */
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
  if (!isLost) document.dispatchEvent(new Event("live:lost"));
  isLost = true;
  showConnection("Reconnecting…");
  const ceiling = Math.min(30, 2 ** (failures - 1));
  return Math.max(atLeast, ceiling * (0.5 + Math.random() / 2));
}

/** Reloads a page that the visitor may no longer see, but at most once a minute to avoid an endless loop. */
function reloadOnce() {
  // A form is about to lead to another page.
  if (document.querySelector("form[data-busy]:not([data-inplace])")) return 5;
  isRunning = false;
  if (takeReload(`reloaded ${location.pathname}`)) location.reload();
  else showConnection("You may no longer see this page. Please load it again.");
  return 0;
}

/**
 * Stores the time of a reload. Returns whether the reload is allowed: the last one was more than a minute ago, and the browser's storage is
 * not blocked.
 * @param {string} key
 */
function takeReload(key) {
  try {
    if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < 60_000) return false;
    sessionStorage.setItem(key, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}

/** Sends a request at once if the last response is old: after sleep, in another tab, or without a connection. */
function again() {
  if (document.hidden || !isRunning) return;
  if (failures > 0 || quick >= 3 || performance.now() - lastAnswer > (holdSeconds + 5) * 1000) request?.abort("again");
  failures = 0;
  quick = 0;
  wake?.();
}

document.addEventListener("visibilitychange", again);
addEventListener("online", again);
// A held request does not notice a lost connection by itself.
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
