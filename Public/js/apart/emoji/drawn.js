// @ts-check
/** Tests whether this device can draw an emoji. It may draw a newer emoji as a box, as nothing, or as several emoji. */
const size = 16;
/** No font has this character, so it shows how the device draws a missing one. */
const unassigned = "\u{1fffd}";
const canvas = document.createElement("canvas");
canvas.width = size * 2;
canvas.height = size * 2;
const context = canvas.getContext("2d", { willReadFrequently: true });
/** @type {Map<string, boolean>} */
const known = new Map();
let plainWidth = 0;
/** @type {Set<string>} */
let missing = new Set();

/** @param {string} text */
function pixels(text) {
  if (!context) return [];
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.fillText(text, 0, size * 1.5);
  return [...new Uint32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer)];
}

function setUp() {
  if (!context || plainWidth) return;
  context.font = `${size}px ${getComputedStyle(document.documentElement).getPropertyValue("--emoji")}`;
  plainWidth = context.measureText("😀").width;
  missing = new Set([pixels(unassigned).join(), pixels(" ").join()]);
}

/** @param {string} text */
export function isDrawn(text) {
  setUp();
  if (!context || !plainWidth) return true;
  let drawn = known.get(text);
  if (drawn === undefined) {
    // An emoji that is drawn as several emoji is wider.
    drawn = context.measureText(text).width < plainWidth * 1.5 && !missing.has(pixels(text).join());
    known.set(text, drawn);
  }
  return drawn;
}
