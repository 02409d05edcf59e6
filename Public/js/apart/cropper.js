// @ts-check
/**
 * The avatar field, with JavaScript. Buttons, keys or fingers choose the square of the picture to keep, and the server crops it.
 * The form is sent without leaving the page, so that nothing is lost with the connection.
 */
import { Part } from "./cropper/part.js";
import { send } from "./cropper/sending.js";

/** In pixels. The picture is scaled down to this before it is drawn, which needs less memory. */
const longest = 2048;
const undecodable = "This browser cannot show that picture. You can still send it. The middle of the picture is saved.";

class PictureField {
  /** @param {HTMLElement} root @param {HTMLInputElement} input */
  constructor(root, input) {
    this.root = root;
    this.input = input;
    this.panel = /** @type {HTMLElement} */ (root.querySelector("[data-cropper]"));
    this.canvas = /** @type {HTMLCanvasElement} */ (root.querySelector("canvas"));
    this.words = /** @type {HTMLElement} */ (root.querySelector("[data-crop-words]"));
    /** @type {HTMLCanvasElement|null} */
    this.picture = null;
    this.part = new Part(1, 1);
    /** The position of each finger, by pointer id. @type {Map<number, { x: number, y: number }>} */
    this.fingers = new Map();
    input.addEventListener("change", () => this.take());
    this.panel.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("[data-crop]") : null;
      if (button instanceof HTMLElement) this.perform(button.dataset.crop ?? "");
    });
    this.panel.addEventListener("keydown", (event) => this.press(event));
    this.canvas.addEventListener("pointerdown", (event) => this.hold(event));
    this.canvas.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel"]) {
      this.canvas.addEventListener(end, (event) => this.fingers.delete(/** @type {PointerEvent} */ (event).pointerId));
    }
    input.form?.addEventListener("submit", (event) => {
      const { form, files } = this.input;
      // Without a file the browser sends the form itself, which password managers recognize.
      if (!form || !files?.length || form.dataset.busy) return;
      event.preventDefault();
      send(form, /** @type {HTMLButtonElement|null} */ (event.submitter), (fresh) => this.moveTo(fresh));
    });
  }

  /** Shows the chosen file. @param {Part|null} part the square that was chosen before */
  async take(part = null) {
    const file = this.input.files?.[0];
    this.close();
    if (!file) return;
    if (file.size > Number(this.root.dataset.maxMegabytes) * 1024 * 1024) {
      this.input.value = "";
      return this.say(`That file is larger than ${this.root.dataset.maxMegabytes} MB. Choose a smaller one.`);
    }
    const picture = await drawn(file);
    if (file !== this.input.files?.[0]) return;
    if (!picture) return this.say(undecodable);
    this.picture = picture;
    this.part = part ?? new Part(picture.width, picture.height);
    this.panel.hidden = false;
    this.show();
  }

  close() {
    this.picture = null;
    this.panel.hidden = true;
    this.say("");
    this.fill(["", "", ""]);
  }

  /** @param {string} words */
  say(words) {
    this.words.textContent = words;
  }

  /** Sets the fields that describe the square. @param {string[]} values */
  fill(values) {
    for (const [index, name] of ["crop_x", "crop_y", "crop_side"].entries()) {
      /** @type {HTMLInputElement} */ (this.root.querySelector(`[name=${name}]`)).value = values[index];
    }
  }

  show() {
    const { canvas, part, picture } = this;
    const context = canvas.getContext("2d");
    if (!picture || !context) return;
    context.imageSmoothingQuality = "high";
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, part.left, part.top, part.length, part.length, 0, 0, canvas.width, canvas.height);
    this.fill(part.fields);
    this.say(part.words);
  }

  /** @param {string} action */
  perform(action) {
    if (action !== "none") {
      this.part.perform(action);
      return this.show();
    }
    this.input.value = "";
    this.close();
    this.say("The picture is removed.");
    this.input.focus();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const action = {
      ArrowUp: "up",
      ArrowDown: "down",
      ArrowLeft: "left",
      ArrowRight: "right",
      "+": "nearer",
      "=": "nearer",
      "-": "farther",
      "−": "farther",
    }[event.key];
    if (!action) return;
    event.preventDefault();
    this.perform(action);
  }

  /** @param {PointerEvent} event */
  hold(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** One finger moves the picture, and two fingers zoom. @param {PointerEvent} event */
  drag(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    this.fingers.set(event.pointerId, now);
    const scale = this.part.length / this.canvas.clientWidth;
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) this.part.move((before.x - now.x) * scale, (before.y - now.y) * scale);
    else {this.part.zoom(
        Math.max(1, Math.hypot(now.x - other.x, now.y - other.y)) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y)),
      );}
    this.show();
  }

  /** Keeps the file and its square when the server sends the same form again. @param {HTMLFormElement} fresh */
  moveTo(fresh) {
    const field = start(fresh);
    if (!field || !this.input.files) return;
    field.input.files = this.input.files;
    field.take(this.picture ? this.part : null);
  }
}

/** Draws the picture upright and not larger than `longest`. Null if this browser cannot read it. @param {File} file */
async function drawn(file) {
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    return canvas;
  } catch {
    return null;
  }
}

/** @param {ParentNode} within */
function start(within) {
  const root = /** @type {HTMLElement|null} */ (within.querySelector("[data-picture-field]"));
  const input = /** @type {HTMLInputElement|null|undefined} */ (root?.querySelector("input[type=file]"));
  return root && input ? new PictureField(root, input) : null;
}

// A browser that restores the page may restore the chosen file.
start(document)?.take();
