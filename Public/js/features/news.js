// @ts-check
/**
 * Wherever one is in a club: what has just come is told in the title, in one spoken sentence, and in a bar that leads there; what has been
 * withdrawn meanwhile goes from it.
 */
import { announce } from "../announcer.js";
import { hideBar, showBar } from "../bar.js";

const memory = "news";
/** What the bar tells of. @type {string|null} */
let shown = null;
let counted = count();

/** @returns {HTMLAnchorElement|null} */
function bell() {
  return document.querySelector("a.bell");
}

function count() {
  return Number.parseInt(bell()?.querySelector(".count")?.textContent ?? "0", 10);
}

/** Of this tab: how much there was, and what has been told; null: it is new. @returns {{ counted: number, told: string[] }|null} */
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
  } catch { /* then it may be told twice */ }
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

/** @param {boolean} isMore whether there is more than before */
async function look(isMore) {
  let news;
  try {
    news = await latest();
  } catch {
    return; // The bell has its number.
  }
  if (shown !== null && !news.some(({ key }) => key === shown)) {
    hideBar();
    shown = null;
  }
  const told = remembered()?.told ?? [];
  // The newest first: that is what has just come.
  const fresh = news.filter(({ key }) => !told.includes(key)).sort((one, other) => other.at.localeCompare(one.at));
  remember([...told, ...fresh.map(({ key }) => key)]);
  // What the page itself is about is seen there; a game that has begun is told of by itself.
  const own = [location.pathname, document.getElementById("live-state")?.dataset.begun];
  // So is the challenge of whom one has just played: the board offers it.
  const rival = document.querySelector("#game-actions form[action$='/acceptance']") ? document.title.match(/ vs (.+?) · /)?.[1] : null;
  const first = fresh.find(({ path, words }) =>
    !own.includes(new URL(path, location.href).pathname) && !(rival && words.startsWith(rival) && words.includes("challenge"))
  );
  if (!isMore || !first) return;
  const words = `${first.words}.`;
  shown = first.key;
  showBar(words, "Go", first.path);
  // The lobby and the boards say what happens there themselves.
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
  // What has come between two pages. What was there before a tab was opened is the bell's to say.
  const before = remembered()?.counted ?? counted;
  if (counted > before) look(true);
  else if (counted > 0 && remembered() === null) look(false);
  if (counted > 0 && !document.querySelector("#live-state[data-title]")) document.title = `(${counted}) ${document.title}`;
  remember(remembered()?.told ?? []);
}
