// @ts-check
/** A square part of a picture, measured in the picture's pixels. */

/** How far a key press moves the square, as a part of its side, and by which factor it zooms. */
const [step, zoomStep] = [.1, 1.25];
/** The smallest square, as a part of the picture's shorter side. */
const smallest = .125;

export class Part {
  /** Creates the largest square, in the middle. @param {number} width of the picture @param {number} height of the picture */
  constructor(width, height) {
    this.width = width;
    this.height = height;
    this.length = Math.min(width, height);
    this.left = 0;
    this.top = 0;
    this.centre();
  }

  centre() {
    this.left = (this.width - this.length) / 2;
    this.top = (this.height - this.length) / 2;
  }

  /** @param {number} right @param {number} down */
  move(right, down) {
    this.left = Math.min(this.width - this.length, Math.max(0, this.left + right));
    this.top = Math.min(this.height - this.length, Math.max(0, this.top + down));
  }

  /** Zooms around the middle of the square. @param {number} factor */
  zoom(factor) {
    const shorter = Math.min(this.width, this.height);
    const length = Math.min(shorter, Math.max(shorter * smallest, this.length / factor));
    const out = (this.length - length) / 2;
    this.length = length;
    this.move(out, out);
  }

  /** Performs the action of a button or a key. @param {string} action */
  perform(action) {
    const far = this.length * step;
    if (action === "left") this.move(-far, 0);
    else if (action === "right") this.move(far, 0);
    else if (action === "up") this.move(0, -far);
    else if (action === "down") this.move(0, far);
    else if (action === "nearer") this.zoom(zoomStep);
    else if (action === "farther") this.zoom(1 / zoomStep);
    else if (action === "centre") this.centre();
  }

  /** The distances from left and top as parts of the free space, from 0 to 1. A distance is .5 if there is no free space. */
  get place() {
    const part = (/** @type {number} */ start, /** @type {number} */ room) => room > 0 ? Math.min(1, start / room) : .5;
    return [part(this.left, this.width - this.length), part(this.top, this.height - this.length)];
  }

  /** The values that the form sends: `place`, and the square's side as a part of the picture's shorter side. */
  get fields() {
    return [...this.place, this.length / Math.min(this.width, this.height)].map((part) => part.toFixed(4));
  }

  /** Describes the square in a sentence. */
  get words() {
    const [across, down] = this.place.map((part) => Math.round(part * 100));
    const where = [
      [across, "left edge", "right edge", "from the left"],
      [down, "upper edge", "lower edge", "from the top"],
    ].map(([part, first, last, from]) => part === 0 ? `at the ${first}` : part === 100 ? `at the ${last}` : `${part} % ${from}`);
    const size = Math.round(this.length / Math.min(this.width, this.height) * 100);
    const side = size === 100 ? "The largest square that fits" : `A square ${size} % as wide`;
    const middle = across === 50 && down === 50;
    return `${side} is saved, ${middle ? "in the middle" : where.join(" and ")}.`;
  }
}
