// @ts-check
/** Announces news to screen readers in the page's only polite live region, each sentence once. */
const announcer = document.getElementById("announcer");
/** A sentence with a number is announced once. After it, a sentence with a lower number is not announced. */
const numbered = /^(\d+)\|/;
let latest = 0;
/** The sentences that the page had at the last check. */
let announced = sentences();
announced.forEach(isNew);

/** @param {string} sentence */
function isNew(sentence) {
  const number = Number(sentence.match(numbered)?.[1] ?? latest + 1);
  if (number <= latest) return false;
  if (numbered.test(sentence)) latest = number;
  return true;
}

/** The sentences in all `data-announcement` attributes, which hold one sentence a line. */
function sentences() {
  const states = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-announcement]"));
  return [...states].flatMap((state) => (state.dataset.announcement ?? "").split("\n")).filter(Boolean);
}

/** Announces the sentences that were not in the page before, and returns them. */
export function announceNews() {
  const now = sentences();
  const news = now.filter((sentence) => !announced.includes(sentence));
  const said = news.filter(isNew).map((sentence) => sentence.replace(numbered, "")).join(" ");
  announce(said);
  announced = now;
  return said;
}

/** @param {string} sentence */
export function announce(sentence) {
  if (!announcer || !sentence) return;
  announcer.textContent = "";
  setTimeout(() => {
    announcer.textContent = sentence;
  }, 60);
}
