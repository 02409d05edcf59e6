// @ts-check
/**
 * Tiles slide at once, by tap, arrow key or drag. The server gets the moves, repeats them, and returns the state of the game. Without a
 * connection moves are kept and sent later. A request says how many moves come before its own, so that no move is made twice.
 */
import { announce } from "../announcer.js";
import { apply } from "../fragments.js";
import { pause, resume } from "../live.js";
import { newIdempotencyKey } from "../idempotency-key.js";
import { showProblem } from "../problem-line.js";
import { canKeep, keep, waiting } from "./outbox.js";

const undo = "-";
/** For each arrow key, the position of the tile that moves in its direction, in rows and columns from the hole. */
const arrows = { ArrowRight: [0, -1], ArrowLeft: [0, 1], ArrowDown: [-1, 0], ArrowUp: [1, 0] };
/** In milliseconds. A longer time between two taps is not measured. */
const longestPace = 5000;
/** How far a tile must be dragged until it slides, as a part of its width. */
const dragged = .35;

/** The moves that are not sent yet, and their taps. */
let [pending, taps] = ["", ""];
/** The moves that are being sent. */
let sent = "";
/** The address and the button of the form of the game that waits until the server knows all moves. */
let asked = { action: "", button: "" };
/** The number of moves, with those taken back, that come before `sent`. */
let base = 0;
/** The moves of this page, which can be taken back without a request. @type {string[]} */
let made = [];
let lastTap = 0;
/** @type {{ tile: HTMLButtonElement, x: number, y: number, way: string } | null} */
let drag = null;
let wasDragged = false;

// MARK: The board

function parts() {
  const game = /** @type {HTMLElement|null} */ (document.querySelector("[data-slideit]"));
  const form = /** @type {HTMLFormElement|null} */ (game?.querySelector("[data-slide-form]") ?? null);
  const board = /** @type {HTMLElement|null} */ (form?.querySelector(".slide-board") ?? null);
  const hole = /** @type {HTMLElement|null} */ (board?.querySelector(".slide-hole") ?? null);
  if (!game || !form || !board || !hole || game.dataset.open !== "1") return null;
  const places = /** @type {HTMLElement[]} */ ([...board.children]);
  return { game, form, board, hole, places, size: Number(game.dataset.slideit), id: game.dataset.game ?? "" };
}

/** The direction of the hole from a tile, such as "left", or "" if they do not touch. @param {HTMLElement} tile */
function way(tile) {
  const found = parts();
  if (!found) return "";
  const { places, size, hole } = found;
  const [from, to] = [places.indexOf(tile), places.indexOf(hole)];
  if (Math.floor(from / size) === Math.floor(to / size)) return to - from === 1 ? "right" : to - from === -1 ? "left" : "";
  return to - from === size ? "down" : to - from === -size ? "up" : "";
}

/** Labels each tile with its place and how it slides. All tiles stay accessible to a screen reader. */
function label() {
  const found = parts();
  if (!found) return;
  const { places, size, hole } = found;
  places.forEach((place, index) => {
    const at = `row ${Math.floor(index / size) + 1}, column ${index % size + 1}`;
    if (place === hole) return place.setAttribute("aria-label", `Empty, ${at}.`);
    const slides = way(place);
    const words = slides ? ` Slides ${["left", "right"].includes(slides) ? "to the " : ""}${slides}.` : "";
    place.setAttribute("aria-label", `${place.dataset.tile}, ${at}.${words}`);
    place.classList.toggle("can-slide", slides !== "");
    place.dataset.way = slides;
    place.removeAttribute("disabled");
    if (slides) place.removeAttribute("aria-disabled");
    else place.setAttribute("aria-disabled", "true");
  });
}

/** @param {HTMLElement} tile @param {HTMLElement} hole */
function swap(tile, hole) {
  const before = tile.getBoundingClientRect();
  const hadFocus = document.activeElement === tile;
  const mark = document.createComment("");
  tile.replaceWith(mark);
  hole.replaceWith(tile);
  mark.replaceWith(hole);
  if (hadFocus) tile.focus({ preventScroll: true });
  const after = tile.getBoundingClientRect();
  if (document.documentElement.dataset.motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  tile.animate([{ translate: `${before.x - after.x}px ${before.y - after.y}px` }, { translate: "0 0" }], { duration: 120 });
}

/** Slides a tile and sends the move. @param {HTMLElement} tile @param {boolean} [isUndone] */
function slide(tile, isUndone = false) {
  const found = parts();
  if (!found || way(tile) === "") return;
  const { game, hole } = found;
  swap(tile, hole);
  const move = /** @type {HTMLButtonElement} */ (tile).value;
  if (isUndone) made.pop();
  else made.push(move);
  pending += isUndone ? undo : move;
  label();
  game.querySelector(".is-hinted")?.classList.remove("is-hinted");
  game.querySelector("[data-slide-hint]")?.remove();
  const count = Number(game.dataset.moves) + (isUndone ? -1 : 1);
  game.dataset.moves = String(count);
  const counter = game.querySelector("[data-slide-moves]");
  if (counter) counter.textContent = count === 1 ? "One move" : `${count} moves`;
  const back = /** @type {HTMLElement|null} */ (game.querySelector("[data-slide-undo]"));
  if (back) back.hidden = count === 0;
  if (isKept(game.dataset.game ?? "")) say(tile);
  send();
}

/** Announces a move without a connection. The server does this otherwise. @param {HTMLElement} tile */
function say(tile) {
  const found = parts();
  if (!found) return;
  const { game, board, places, size, hole } = found;
  const at = places.indexOf(tile);
  const isHome = places.at(-1) === hole &&
    [...board.querySelectorAll("button")].every((each, index) => each.value === String.fromCharCode(97 + index));
  const words = `${tile.dataset.tile} is in row ${Math.floor(at / size) + 1}, column ${at % size + 1}.`;
  const home = "All in order. Well done! It counts when the connection is back.";
  const status = game.querySelector(".slide-status");
  if (isHome && status) status.textContent = home;
  announce(isHome ? home : words);
}

// MARK: Sending

/** Whether moves of a game wait for the connection. @param {string} id */
function isKept(id) {
  return waiting().some(({ kind, fields }) => kind === "slides" && fields.game === id);
}

/** Whether a form of the game, such as the one for a hint, is being sent. Moves wait for its response. */
function isAsking() {
  return parts()?.game.querySelector("form[data-busy]") != null;
}

async function send() {
  const found = parts();
  if (!found || sent || !pending || isAsking()) return;
  const { form, id } = found;
  [sent, pending] = [pending, ""];
  const body = new URLSearchParams({ csrf: String(new FormData(form).get("csrf")), from: String(base), moves: sent, taps });
  taps = "";
  if (isKept(id)) return store(id, body);
  pause();
  let etag = null;
  try {
    const response = await fetch(form.action, {
      method: "POST",
      body,
      credentials: "same-origin",
      keepalive: true,
      headers: { Accept: "text/html", Prefer: "return=representation" },
    });
    // After too many requests, a server error, or the end of the session, the moves are kept and sent later.
    if (response.redirected || [401, 403, 429].includes(response.status) || response.status >= 500) return await store(id, body);
    const html = await response.text();
    base += sent.length;
    sent = "";
    // If the member has made more moves, only the response to those is shown.
    if (pending && response.ok) return send();
    pending = "";
    if (apply(html).isFragment) etag = response.headers.get("ETag");
    else location.reload();
  } catch {
    await store(id, body);
  } finally {
    resume(etag);
  }
  ask();
}

/** Keeps moves until the connection is back. @param {string} id @param {URLSearchParams} body */
async function store(id, body) {
  const fields = { game: id, from: body.get("from") ?? "", moves: body.get("moves") ?? "", taps: body.get("taps") ?? "" };
  const isStored = canKeep() && await keep({ id: newIdempotencyKey(), kind: "slides", words: "Moves in SlideIt", fields });
  base += sent.length;
  sent = "";
  if (!isStored) return announce("That was not sent. Check the connection, then load the page again.");
  if (pending) send();
  else ask();
}

/** Sends the waiting form if the server knows all moves. */
function ask() {
  const found = parts();
  if (!found || !asked.action || sent || pending || isAsking()) return;
  const form = [...found.game.querySelectorAll("form")].find(({ action }) => action === asked.action);
  const button = [...form?.querySelectorAll("button") ?? []].find(({ value }) => value === asked.button);
  asked = { action: "", button: "" };
  if (!form || !button) return;
  button.classList.remove("is-pending");
  form.requestSubmit(button);
}

// The server refuses a form of the game if it does not know all moves.
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const found = parts();
  if (!found?.game.contains(form) || form.dataset.busy) return;
  if (!sent && !pending && !isKept(found.id) && !isAsking()) return;
  event.preventDefault();
  const button = /** @type {HTMLButtonElement|null} */ (event.submitter);
  if (isKept(found.id)) showProblem(form, "Your moves are not sent yet. Try again when the connection is back.");
  else {
    asked = { action: form.action, button: button?.value ?? "" };
    button?.classList.add("is-pending");
  }
}, true);
for (const answered of ["form:sent", "form:failed"]) {
  // The form stays marked as busy until all listeners of this event have run.
  document.addEventListener(answered, () =>
    setTimeout(() => {
      send();
      ask();
    }));
}

document.addEventListener("outbox:answered", async (event) => {
  const { action, answer } = /** @type {CustomEvent} */ (event).detail;
  const found = parts();
  if (action.kind !== "slides" || !found || action.fields.game !== found.id || isKept(found.id) || sent || pending) return;
  if (answer.status !== 200) return location.reload();
  for (const form of found.game.querySelectorAll("form")) showProblem(form, "");
  const response = await fetch(location.href, { credentials: "same-origin" }).catch(() => null);
  if (response?.ok && !sent && !pending) apply(await response.text());
});

// MARK: Taps, drags and keys

/** @param {Event} event @returns {HTMLButtonElement|null} */
function tileOf(event) {
  return event.target instanceof Element ? event.target.closest("[data-slideit] .slide-tile") : null;
}

document.addEventListener("click", (event) => {
  const found = parts();
  const button = event.target instanceof Element ? event.target.closest("[data-slideit] button") : null;
  if (!found || !button) return;
  if (button.matches(".slide-tile")) {
    event.preventDefault();
    if (!wasDragged) slide(/** @type {HTMLElement} */ (button));
    wasDragged = false;
  } else if (button.matches("[data-slide-undo]") && (made.length > 0 || sent || isKept(found.id))) {
    event.preventDefault();
    const last = found.places.find((place) => place instanceof HTMLButtonElement && place.value === made.at(-1));
    if (last) slide(last, true);
  }
});

document.addEventListener("keydown", (event) => {
  const found = parts();
  const step = arrows[/** @type {keyof typeof arrows} */ (event.key)];
  if (!found || !step || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target instanceof Element && event.target.closest("input, textarea, select")) return;
  const at = found.places.indexOf(found.hole);
  const [row, column] = [Math.floor(at / found.size) + step[0], at % found.size + step[1]];
  if (row < 0 || row >= found.size || column < 0 || column >= found.size) return;
  event.preventDefault();
  slide(found.places[row * found.size + column]);
});

document.addEventListener("pointerdown", (event) => {
  const found = parts();
  wasDragged = false;
  if (!found || !event.isPrimary || !(event.target instanceof Node) || !found.board.contains(event.target)) return;
  const tile = tileOf(event);
  const slides = tile ? way(tile) : "";
  measure(event, found, slides !== "");
  drag = tile && slides ? { tile, x: event.clientX, y: event.clientY, way: slides } : null;
});

/** How far the dragged tile has moved, from 0 to 1. @param {PointerEvent} event */
function progress(event) {
  if (!drag) return 0;
  const distance = {
    left: drag.x - event.clientX,
    right: event.clientX - drag.x,
    up: drag.y - event.clientY,
    down: event.clientY - drag.y,
  };
  return Math.min(1, Math.max(0, distance[/** @type {keyof typeof distance} */ (drag.way)] / drag.tile.offsetWidth));
}

document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const way = progress(event) * drag.tile.offsetWidth * (["left", "up"].includes(drag.way) ? -1 : 1);
  drag.tile.style.translate = ["left", "right"].includes(drag.way) ? `${way}px 0` : `0 ${way}px`;
});

for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, (event) => {
    if (!drag) return;
    const { tile } = drag;
    const far = progress(/** @type {PointerEvent} */ (event));
    tile.style.translate = "";
    drag = null;
    if (end === "pointercancel" || far < dragged) return;
    // A click that follows belongs to this drag.
    wasDragged = true;
    setTimeout(() => wasDragged = false, 50);
    slide(tile);
  });
}

/**
 * Records a tap: its side, as a capital letter if it hit no tile that can slide, and the time since the previous tap.
 * @param {PointerEvent} event @param {NonNullable<ReturnType<typeof parts>>} found @param {boolean} isHit
 */
function measure(event, { game, board }, isHit) {
  if (game.dataset.taps !== "1") return;
  const { left, width } = board.getBoundingClientRect();
  const side = event.clientX < left + width / 2 ? "l" : "r";
  const since = Math.round(event.timeStamp - lastTap);
  const pace = lastTap > 0 && since <= longestPace ? since : 0;
  lastTap = event.timeStamp;
  taps += `${taps ? " " : ""}${isHit ? side : side.toUpperCase()}${pace}`;
}

// MARK: Start and events

/** Starts with a board that the server has just sent. */
function take() {
  const found = parts();
  const moves = sent ? "" : pending;
  if (!sent) pending = "";
  if (!found) return;
  base = Number(/** @type {HTMLInputElement} */ (found.form.elements.namedItem("from")).value);
  made = [];
  label();
  repeat(moves);
  ask();
  if (!drag) return;
  // The dragged tile is no longer in the page. The drag goes on with its replacement, if that still slides the same way.
  const { way: slides, tile: { value } } = drag;
  const tile =
    /** @type {HTMLButtonElement|undefined} */ (found.places.find((place) => /** @type {HTMLButtonElement} */ (place).value === value));
  drag = tile && way(tile) === slides ? { ...drag, tile } : null;
}

/** Repeats moves on a board that does not have them yet, as far as possible. @param {string} moves */
function repeat(moves) {
  /** @type {string[]} */
  const kept = [];
  for (const move of moves) {
    if (move !== undo) kept.push(move);
    else if (kept.pop() === undefined) return;
  }
  for (const move of kept) {
    const tile = parts()?.places.find((place) => /** @type {HTMLButtonElement} */ (place).value === move);
    if (!tile || way(tile) === "") return;
    slide(tile);
  }
}

document.addEventListener("live:replaced", (event) => {
  if (/** @type {CustomEvent} */ (event).detail.id === "slideit") take();
});
addEventListener("pageshow", label);
take();
