// @ts-check
/** Which emoji this device can draw: one of a newer list is a box here, or nothing, or falls into its parts. */
const size = 16;
/** Of no font: what it looks like is how a device draws what it does not have. */
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
    // What falls into its parts is wider than one.
    drawn = context.measureText(text).width < plainWidth * 1.5 && !missing.has(pixels(text).join());
    known.set(text, drawn);
  }
  return drawn;
}
