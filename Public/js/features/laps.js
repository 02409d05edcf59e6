// @ts-check
/** Counts laps at once, with or without a connection. */
import { announce } from "../announcer.js";
import { newIdempotencyKey } from "../idempotency-key.js";
import { canKeep, isLate, keep, waiting } from "./outbox.js";

/** By ride, the idempotency keys of laps of this page that can be taken back, the newest last. @type {Map<string, string[]>} */
const keys = new Map();
/** The idempotency keys of laps that were taken back on this page. @type {Set<string>} */
const gone = new Set();

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const kind = form.dataset.kept;
  const counter = /** @type {HTMLElement|null} */ (form.closest("[data-ride]"));
  if (!kind || !counter || !canKeep()) return;
  event.preventDefault();
  event.stopPropagation();
  const { ride = "", name = "" } = counter.dataset;
  const key = kind === "lap" ? newIdempotencyKey() : /** @type {HTMLInputElement} */ (form.elements.namedItem("idempotency_key")).value;
  if (kind === "lap") keys.set(ride, [...(keys.get(ride) ?? []), key]);
  else {
    // A second click can come before the first action is kept.
    if (key === "" || gone.has(key)) return;
    gone.add(key);
    keys.set(ride, (keys.get(ride) ?? []).filter((other) => other !== key));
    undoField(counter).value = keys.get(ride)?.at(-1) ?? "";
  }
  const fields = { ride, idempotency_key: key, day: dayAt(counter) };
  const kept = keep({ id: `${kind} ${key}`, kind, words: `${name} ${kind === "lap" ? "+1" : "−1"}`, fields });
  kept.then((isKept) => {
    // If the action is not kept, the form is sent as usual.
    if (!isKept) return form.requestSubmit();
    // If the button disappears, the button beside it gets the focus.
    if (kind === "lap-undo" && undoForm(counter).hidden) counter.querySelector("button")?.focus();
    announce(`${name}: ${counter.querySelector("[data-today-words]")?.textContent}.${isLate() ? " Not sent yet." : ""}`);
  });
}, true);

/** @param {HTMLElement} counter */
function undoForm(counter) {
  return /** @type {HTMLFormElement} */ (counter.querySelector("[data-kept=lap-undo]"));
}

/** The field with the idempotency key of the lap that would be taken back. @param {HTMLElement} counter */
function undoField(counter) {
  return /** @type {HTMLInputElement} */ (undoForm(counter).elements.namedItem("idempotency_key"));
}

/** The day in the park's time zone, such as 2026-11-24. @param {HTMLElement} counter @param {number} [at] in milliseconds */
function dayAt(counter, at = Date.now()) {
  // Canadian English writes dates in the order of ISO 8601.
  return new Intl.DateTimeFormat("en-CA", { timeZone: counter.dataset.zone, year: "numeric", month: "2-digit", day: "2-digit" }).format(at);
}

// MARK: The server's latest counts

/** @typedef {{ day: string, today: number, laps: number, at: number }} Known */

const memory = `laps of ${document.body.dataset.account ?? ""}`;

/** The latest counts by ride id. A page that the browser has kept may show older counts. @returns {Record<string, Known>} */
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(memory) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} ride @param {Known} known */
function remember(ride, known) {
  const rides = Object.entries({ ...remembered(), [ride]: known }).sort(([, one], [, other]) => other.at - one.at).slice(0, 200);
  try {
    localStorage.setItem(memory, JSON.stringify(Object.fromEntries(rides)));
  } catch { /* The counts of the page are used. */ }
}

/** @param {HTMLElement} counter @returns {Known} */
function known(counter) {
  const { ride = "", today, laps, at } = counter.dataset;
  const shown = { day: dayAt(counter, Number(at)), today: Number(today), laps: Number(laps), at: Number(at) };
  const later = remembered()[ride];
  if (!later || later.at <= shown.at) return shown;
  // The count of an earlier day can arrive late. Only its total is used.
  return later.day >= shown.day ? later : { ...shown, laps: later.laps };
}

/** Shows the server's count plus the actions that wait to be sent. @param {HTMLElement} counter */
function show(counter) {
  const ride = counter.dataset.ride ?? "";
  const day = dayAt(counter);
  const last = known(counter);
  const mine = waiting().filter(({ fields }) => fields.ride === ride);
  const sum = (/** @type {typeof mine} */ actions) => actions.reduce((sum, { kind }) => sum + (kind === "lap" ? 1 : -1), 0);
  const today = Math.max(0, (last.day === day ? last.today : 0) + sum(mine.filter(({ fields }) => fields.day === day)));
  const laps = Math.max(today, last.laps + sum(mine));
  const late = isLate() && mine.length ? `${mine.length} not sent yet` : "";
  write(counter, "[data-today-words]", today === 0 ? "No laps today" : today === 1 ? "1 lap today" : `${today} laps today`);
  const isMarked = "marked" in counter.dataset;
  const total = laps > 0 ? `${laps} in total` : isMarked ? "Ridden, laps not counted" : "";
  write(counter, "[data-laps-words]", [total, late].filter(Boolean).join(" · "));
  counter.classList.toggle("is-ridden", laps > 0 || isMarked);
  counter.querySelector(".mark-form")?.toggleAttribute("hidden", laps > 0);
  const key = keys.get(ride)?.at(-1);
  const field = undoField(counter);
  // A lap must not be taken back twice.
  const isGone = (/** @type {string} */ key) =>
    gone.has(key) || mine.some(({ kind, fields }) => kind === "lap-undo" && fields.idempotency_key === key);
  const before = counter.dataset.last ?? "";
  field.value = key ?? (isGone(before) ? "" : before);
  undoForm(counter).hidden = field.value === "" || today === 0;
}

/** @param {HTMLElement} counter @param {string} place @param {string} words */
function write(counter, place, words) {
  const part = counter.querySelector(place);
  if (part && part.textContent !== words) part.textContent = words;
}

const counters = () => /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-ride]"));

document.addEventListener("outbox:changed", () => counters().forEach(show));
document.addEventListener("outbox:answered", (event) => {
  const { action, answer } = /** @type {CustomEvent} */ (event).detail;
  const isRefused = answer.status !== 200;
  if (action.kind !== "lap" && action.kind !== "lap-undo") return;
  if (!isRefused && answer.now) {
    const { day, today, laps, at } = answer.now;
    const before = remembered()[action.fields.ride];
    const isOld = before?.day > day;
    remember(action.fields.ride, {
      day: isOld ? before.day : day,
      today: isOld ? before.today : Number(today),
      laps: Number(laps),
      at: Number(at),
    });
  }
  const counter = /** @type {HTMLElement|null} */ (document.querySelector(`[data-ride="${CSS.escape(action.fields.ride ?? "")}"]`));
  if (!counter) return;
  if (isRefused && action.kind === "lap") {
    const ride = counter.dataset.ride ?? "";
    keys.set(ride, (keys.get(ride) ?? []).filter((key) => key !== action.fields.idempotency_key));
  }
  if (isRefused || !answer.now) return;
  if (answer.now.badges) {
    write(counter, "[data-badges] b", answer.now.badges);
    counter.querySelector("[data-badges]")?.removeAttribute("hidden");
    announce(answer.now.badges);
  }
  // A lap that was counted before this page was opened can be taken back too.
  if (action.kind === "lap-undo" && !keys.get(counter.dataset.ride ?? "")?.length) counter.dataset.last = answer.now.last ?? "";
});
