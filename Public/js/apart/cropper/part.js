// @ts-check
/** A square part of a picture, in its pixels. */

/** How much of the part's side one press moves it, and how much nearer one brings it. */
const [step, zoomStep] = [.1, 1.25];
/** Of the shorter side: less is not taken. */
const smallest = .125;

export class Part {
  /** The largest one, in the middle. @param {number} width of the picture @param {number} height */
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

  /** Around its middle. @param {number} factor */
  zoom(factor) {
    const shorter = Math.min(this.width, this.height);
    const length = Math.min(shorter, Math.max(shorter * smallest, this.length / factor));
    const out = (this.length - length) / 2;
    this.length = length;
    this.move(out, out);
  }

  /** What a button or a key does. @param {string} deed */
  act(deed) {
    const far = this.length * step;
    if (deed === "left") this.move(-far, 0);
    else if (deed === "right") this.move(far, 0);
    else if (deed === "up") this.move(0, -far);
    else if (deed === "down") this.move(0, far);
    else if (deed === "nearer") this.zoom(zoomStep);
    else if (deed === "farther") this.zoom(1 / zoomStep);
    else if (deed === "centre") this.centre();
  }

  /** How far from left and from top, of the room there is, from 0 to 1: in the middle where there is none. */
  get place() {
    const part = (/** @type {number} */ start, /** @type {number} */ room) => room > 0 ? Math.min(1, start / room) : .5;
    return [part(this.left, this.width - this.length), part(this.top, this.height - this.length)];
  }

  /** As the form sends them: where it lies, and its side as a part of the shorter one. */
  get fields() {
    return [...this.place, this.length / Math.min(this.width, this.height)].map((part) => part.toFixed(4));
  }

  /** Where it lies, in a sentence. */
  get words() {
    const [across, down] = this.place.map((part) => Math.round(part * 100));
    const where = [
      [across, "left edge", "right edge", "from the left"],
      [down, "upper edge", "lower edge", "from the top"],
    ].map(([part, first, last, from]) => part === 0 ? `at the ${first}` : part === 100 ? `at the ${last}` : `${part} % ${from}`);
    const size = Math.round(this.length / Math.min(this.width, this.height) * 100);
    const side = size === 100 ? "The largest square that fits" : `A square ${size} % as wide`;
    const middle = across === 50 && down === 50;
    return `${side} is kept, ${middle ? "in the middle" : where.join(" and ")}.`;
  }
}
