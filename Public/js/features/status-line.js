// @ts-check
/** The line above the navigation: whether it is needed where the score can be seen, and how much has been said that one has not seen. */
const memory = "unread chat";
/** Whether the end of the talk is in sight. */
let isChatSeen = false;
let isScoreSeen = true;
/** The latest line that stood there before, or was seen; lines have numbers that grow. */
let latest = Math.max(0, ...lines().map(number));
/** What has been said since, and not been seen: also what another board of the same two, or this tab before, has left. */
let unread = new Set(remembered());

/** @returns {Element[]} */
function lines() {
  return [...document.querySelectorAll("#lines > .line:not(.is-mine)")];
}

/** @param {Element} line */
function number(line) {
  return Number(line.id.replace("line-", ""));
}

/** @returns {number[]} */
function remembered() {
  try {
    return JSON.parse(sessionStorage.getItem(memory) ?? "") ?? [];
  } catch {
    return [];
  }
}

function count() {
  const shown = lines().map(number);
  for (const line of shown) if (line > latest) unread.add(line);
  latest = Math.max(latest, ...shown);
  if (isChatSeen && !document.hidden) unread = new Set();
  // What is no longer there, or belongs to another talk, is not counted here.
  const here = shown.filter((line) => unread.has(line)).length;
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-unread-chat]"))) {
    place.hidden = here === 0;
    place.textContent = here > 0 ? `${here}` : "";
    if (here === 0) continue;
    const word = document.createElement("span");
    word.className = "visually-hidden";
    word.textContent = " new";
    place.append(word);
  }
  try {
    sessionStorage.setItem(memory, JSON.stringify([...unread].slice(-100)));
  } catch { /* then it is forgotten with the page */ }
}

function setNeed() {
  document.getElementById("status-line")?.classList.toggle("is-needed", !isScoreSeen);
}

const chat = new IntersectionObserver(([entry]) => {
  isChatSeen = entry?.isIntersecting ?? false;
  count();
}, { threshold: .5 });
const score = new IntersectionObserver(([entry]) => {
  isScoreSeen = entry?.isIntersecting ?? true;
  setNeed();
});

/** The score comes anew with each move. */
function watch() {
  score.disconnect();
  const status = document.getElementById("status");
  if (status) score.observe(status);
  setNeed();
  count();
}

const talk = document.querySelector(".chat-scroll[data-pinned]");
if (document.getElementById("status-line")) {
  if (talk) chat.observe(talk);
  document.addEventListener("live:replaced", watch);
  document.addEventListener("visibilitychange", count);
  watch();
}
