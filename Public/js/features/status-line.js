// @ts-check
/** The status line above the navigation: it is needed while the score is out of view, and it counts unread messages. */
const memory = "unread chat";
/** Whether the chat is in view. */
let isChatSeen = false;
let isScoreSeen = true;
/** The highest number of a message so far. Newer messages have higher numbers. */
let latest = Math.max(0, ...messages().map(number));
/** The numbers of unread messages, also those that another board of the same players, or an earlier page of this tab, has left. */
let unread = new Set(remembered());

/** @returns {Element[]} */
function messages() {
  return [...document.querySelectorAll("#messages > .message:not(.is-mine)")];
}

/** @param {Element} message */
function number(message) {
  return Number(message.id.replace("message-", ""));
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
  const shown = messages().map(number);
  for (const id of shown) if (id > latest) unread.add(id);
  latest = Math.max(latest, ...shown);
  if (isChatSeen && !document.hidden) unread = new Set();
  // Messages that are no longer shown, or belong to another chat room, are not counted here.
  const here = shown.filter((id) => unread.has(id)).length;
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
  } catch { /* The unread messages are forgotten with the page. */ }
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

/** Observes the score again, because each move replaces it. */
function watch() {
  score.disconnect();
  const status = document.getElementById("status");
  if (status) score.observe(status);
  setNeed();
  count();
}

const chatScroller = document.querySelector(".chat-scroll[data-pinned]");
if (document.getElementById("status-line")) {
  if (chatScroller) chat.observe(chatScroller);
  document.addEventListener("live:replaced", watch);
  document.addEventListener("visibilitychange", count);
  watch();
}
