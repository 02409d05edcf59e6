// @ts-check
/** Shows the browser's position on the map, and sends it nowhere. A tap where marks are close together opens the nearest park. */
const map = /** @type {SVGSVGElement|null} */ (document.querySelector("[data-map]"));
const button = /** @type {HTMLButtonElement|null} */ (document.querySelector("[data-map-locate]"));
const words = document.querySelector("[data-map-words]");

button?.addEventListener("click", () => {
  say("Finding your location…");
  if (!navigator.geolocation) return say("Your browser does not share your location.");
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => show((coords.longitude + 180) * 10, (90 - coords.latitude) * 10),
    () => say("Your browser does not share your location."),
    { timeout: 15_000, maximumAge: 300_000 },
  );
});

map?.addEventListener("click", (event) => {
  if (event.detail === 0 || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const tapped = /** @type {Element} */ (event.target).closest("a");
  if (!tapped) return;
  const all = [.../** @type {NodeListOf<SVGAElement>} */ (map.querySelectorAll(".map-mark"))].map((mark) => {
    const { left, top, width, height } = /** @type {Element} */ (mark.querySelector(".map-dot")).getBoundingClientRect();
    return { href: mark.href.baseVal, distance: Math.hypot(left + width / 2 - event.clientX, top + height / 2 - event.clientY) };
  });
  const { href } = all.reduce((nearest, mark) => mark.distance < nearest.distance ? mark : nearest);
  if (href === tapped.getAttribute("href")) return;
  event.preventDefault();
  location.assign(href);
});

/** @param {number} x @param {number} y in the map's units */
function show(x, y) {
  map?.querySelector(":scope > .map-me")?.remove();
  const mark = document.createElementNS("http://www.w3.org/2000/svg", "circle");
  mark.setAttribute("class", "map-me");
  for (const [name, value] of Object.entries({ cx: x, cy: y, r: button?.dataset.radius ?? "10" })) mark.setAttribute(name, String(value));
  map?.insertBefore(mark, map.querySelector(".map-mark"));
  const box = /** @type {SVGSVGElement} */ (map).viewBox.baseVal;
  const isInside = x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
  say(isInside ? "You are on the map." : "You are outside of this map. Choose another region.");
}

/** @param {string} sentence */
function say(sentence) {
  if (words) words.textContent = sentence;
}
