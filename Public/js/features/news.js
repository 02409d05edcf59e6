// @ts-check
/**
 * Shows new notices on every page of a club: in the title, in one spoken sentence, and in a bar with a link. A notice that was withdrawn
 * disappears from the bar.
 */
import { announce } from "../announcer.js";
import { hideBar, showBar } from "../bar.js";

const memory = "news";
/** The key of the notice in the bar. Null if there is no bar. @type {string|null} */
let shown = null;
let counted = count();

/** @returns {HTMLAnchorElement|null} */
function bell() {
  return document.querySelector("a.bell");
}

function count() {
  return Number.parseInt(bell()?.querySelector(".count")?.textContent ?? "0", 10);
}

/**
 * The number at the bell, and the keys of the notices that this tab has shown. Null if the tab is new.
 * @returns {{ counted: number, told: string[] }|null}
 */
function remembered() {
  try {
    return JSON.parse(sessionStorage.getItem(memory) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string[]} told */
function remember(told) {
  try {
    sessionStorage.setItem(memory, JSON.stringify({ counted, told: told.slice(-200) }));
  } catch { /* A notice may be shown twice. */ }
}

/** @typedef {{ key: string, words: string, path: string, at: string }} News */

/** @returns {Promise<News[]>} */
async function latest() {
  const response = await fetch(`${bell()?.getAttribute("href")}/latest`, { credentials: "same-origin", cache: "no-store" });
  if (!response.ok || response.redirected) throw new Error(response.statusText);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return [...page.querySelectorAll("li")].map((item) => {
    const link = item.querySelector("a");
    const [words, path] = [link?.textContent?.trim() ?? "", link?.getAttribute("href") ?? ""];
    const at = item.querySelector("time")?.dateTime ?? "";
    return { words, path, at, key: `${path} ${words} ${at}` };
  });
}

/** @param {boolean} isMore whether the number at the bell has grown */
async function look(isMore) {
  let news;
  try {
    news = await latest();
  } catch {
    return; // The bell still shows the number.
  }
  if (shown !== null && !news.some(({ key }) => key === shown)) {
    hideBar();
    shown = null;
  }
  const told = remembered()?.told ?? [];
  // The newest notice comes first.
  const fresh = news.filter(({ key }) => !told.includes(key)).sort((one, other) => other.at.localeCompare(one.at));
  remember([...told, ...fresh.map(({ key }) => key)]);
  // The page itself shows news about its own subject, and begun.js announces a game that has begun.
  const own = [location.pathname, document.getElementById("live-state")?.dataset.begun];
  // The board itself offers a challenge by the opponent of the last game.
  const rival = document.querySelector("#game-actions form[action$='/acceptance']") ? document.title.match(/ vs (.+?) · /)?.[1] : null;
  const first = fresh.find(({ path, words }) =>
    !own.includes(new URL(path, location.href).pathname) && !(rival && words.startsWith(rival) && words.includes("challenge"))
  );
  if (!isMore || !first) return;
  const words = `${first.words}.`;
  shown = first.key;
  showBar(words, "Open", first.path);
  // The lobby and the boards make their own announcements.
  if (!document.querySelector("#live-state[data-announcement]")) announce(words);
}

function change() {
  const before = counted;
  counted = count();
  if (!document.querySelector("#live-state[data-title]")) {
    document.title = (counted > 0 ? `(${counted}) ` : "") + document.title.replace(/^\(\d+\) /, "");
  }
  if (counted > before || shown !== null) look(counted > before);
  remember(remembered()?.told ?? []);
}

document.addEventListener("live:replaced", (event) => {
  if (/** @type {CustomEvent} */ (event).detail.matches?.("a.bell")) change();
});

if (bell()) {
  // Shows notices that came between two pages. Only the bell counts notices that are older than the tab.
  const before = remembered()?.counted ?? counted;
  if (counted > before) look(true);
  else if (counted > 0 && remembered() === null) look(false);
  if (counted > 0 && !document.querySelector("#live-state[data-title]")) document.title = `(${counted}) ${document.title}`;
  remember(remembered()?.told ?? []);
}
