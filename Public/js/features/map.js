// @ts-check
/** Shows on the map where the browser is; that leaves it for nowhere. */
const map = document.querySelector("[data-map]");
const button = /** @type {HTMLButtonElement|null} */ (document.querySelector("[data-map-locate]"));
const words = document.querySelector("[data-map-words]");

button?.addEventListener("click", () => {
  say("Looking for where you are…");
  if (!navigator.geolocation) return say("Your browser does not tell where you are.");
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => show((coords.longitude + 180) * 10, (90 - coords.latitude) * 10),
    () => say("Your browser does not tell where you are."),
    { timeout: 15_000, maximumAge: 300_000 },
  );
});

/** @param {number} x @param {number} y in the map's units */
function show(x, y) {
  map?.querySelector(".map-me")?.remove();
  const mark = document.createElementNS("http://www.w3.org/2000/svg", "circle");
  mark.setAttribute("class", "map-me");
  for (const [name, value] of Object.entries({ cx: x, cy: y, r: button?.dataset.radius ?? "10" })) mark.setAttribute(name, String(value));
  map?.append(mark);
  const box = /** @type {SVGSVGElement} */ (map).viewBox.baseVal;
  const isInside = x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
  say(isInside ? "You are on the map." : "You are outside of this map. Choose another region.");
}

/** @param {string} sentence */
function say(sentence) {
  if (words) words.textContent = sentence;
}
