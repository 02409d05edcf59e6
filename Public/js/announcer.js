// @ts-check
/** Says what is new through the page's one polite live region, each sentence once. */
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

/** Says the sentences that did not stand there before, and gives them. */
export function announceNews() {
  const now = sentences();
  const news = now.filter((sentence) => !announced.includes(sentence));
  const said = news.filter(isNew).map((sentence) => sentence.replace(numbered, "")).join(" ");
  announce(said);
  announced = now;
  return said;
}

/** Says one sentence. @param {string} sentence */
export function announce(sentence) {
  if (!announcer || !sentence) return;
  announcer.textContent = "";
  setTimeout(() => {
    announcer.textContent = sentence;
  }, 60);
}
