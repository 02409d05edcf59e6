// @ts-check
/** Asks the browser for its position once, and sends it with the form and nowhere else. */
const form = /** @type {HTMLFormElement|null} */ (document.querySelector("[data-position]"));
const words = document.querySelector("[data-position-words]");

/** Sentences by the code of GeolocationPositionError. @type {Record<number, string>} */
const reasons = {
  1: "Your browser does not share your location. Choose the park from the list.",
  2: "Your location cannot be found now. Choose the park from the list.",
  3: "Finding your location took too long. Try again, or choose the park from the list.",
};

form?.addEventListener("submit", (event) => {
  const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  if (field("latitude").value) return;
  event.preventDefault();
  say("Finding your location…");
  if (!navigator.geolocation) return say(reasons[1]);
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      // Three decimals are about a hundred metres, which is enough to find a park.
      field("latitude").value = coords.latitude.toFixed(3);
      field("longitude").value = coords.longitude.toFixed(3);
      form.requestSubmit();
    },
    ({ code }) => say(reasons[code] ?? reasons[2]),
    { timeout: 15_000, maximumAge: 300_000 },
  );
}, true);
addEventListener("pageshow", () => {
  for (const field of form?.querySelectorAll("input[name=latitude], input[name=longitude]") ?? []) {
    /** @type {HTMLInputElement} */ (field).value = "";
  }
});

/** @param {string} sentence */
function say(sentence) {
  if (words) words.textContent = sentence;
}
