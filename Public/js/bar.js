// @ts-check
/** A bar above the navigation with one piece of news and a link to it. It stays until the member follows the link or closes the bar. */
/** @type {HTMLElement|null} */
let bar = null;

/** @param {string} words @param {string} label @param {string} address */
export function showBar(words, label, address) {
  bar?.remove();
  const section = document.createElement("section");
  section.className = "bar";
  section.setAttribute("aria-label", "News");
  const text = document.createElement("p");
  text.textContent = words;
  const link = document.createElement("a");
  link.className = "button";
  link.href = address;
  link.textContent = label;
  const close = document.createElement("button");
  close.type = "button";
  close.className = "button button--secondary";
  close.textContent = "Later";
  close.addEventListener("click", hideBar);
  section.append(text, link, close);
  document.getElementById("main")?.after(section);
  bar = section;
  makeWay(document.activeElement);
}

/** Moves the bar to the top if the focus is in a text field, which it could cover. @param {EventTarget|null} place */
function makeWay(place) {
  const isText = place instanceof HTMLTextAreaElement || (place instanceof HTMLInputElement && !["radio", "checkbox"].includes(place.type));
  if (isText) bar?.classList.add("is-on-top");
}

document.addEventListener("focusin", (event) => makeWay(event.target));

export function hideBar() {
  bar?.remove();
  bar = null;
}
