// @ts-check
/**
 * The form for photos. Each chosen, dropped or pasted photo has a row with a caption and a description until all are shared. Then each is
 * sent in its own request, with a progress bar.
 */
import { announce } from "../announcer.js";
import { newIdempotencyKey } from "../idempotency-key.js";
import { sendPhoto } from "./photo-sending.js";
import { shrink } from "./photo-shrink.js";

const form = /** @type {HTMLFormElement|null} */ (document.querySelector("[data-photos]"));
const list = form?.querySelector("[data-uploads]");
const blank = /** @type {HTMLTemplateElement|null|undefined} */ (form?.querySelector("template[data-upload]"));
const button = /** @type {HTMLButtonElement|null|undefined} */ (form?.querySelector("[data-one]"));
const note = /** @type {HTMLElement|null|undefined} */ (form?.querySelector("[data-drop-note]"));
/** Whether the page stays open after sending, because the sent photos appear on it. */
const stays = form?.dataset.photos === "stay";
const maxMegabytes = Number(form?.dataset.maxMegabytes);
/** In pixels: the longest side of a photo on the server. */
const maxSide = Number(form?.dataset.maxSide);
/** Photos are sent one after the other, so that they keep the order in which they were chosen. */
const atOnce = 1;

/**
 * A chosen photo. A file that is sent again after a failure keeps its idempotency key. A file that is chosen again has a new one.
 * @typedef {{
 *   name: string, idempotencyKey: string, state: "new"|"waiting"|"sent"|"refused", isLost: boolean, row: HTMLElement, words: HTMLElement,
 *   ready: Promise<File>
 * }} Item
 */
/** @type {Item[]} */
let items = [];
/** Photos are scaled down one after the other, because each needs much memory. */
let preparing = Promise.resolve();
let running = 0;
let added = 0;
/** The address of the photo that was sent last. */
let address = "";
let isLeaving = false;
/** The storage key of the sentence that the next page shows about the sent photos. */
const said = "boardwalk.photos.said";

tell();
if (form && list && blank && button) {
  button.hidden = true;
  for (const picker of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("input[type=file]"))) {
    picker.addEventListener("change", () => {
      add([...picker.files ?? []]);
      picker.value = "";
    });
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    share();
  });
  // Enter moves to the next field in the rows.
  list.addEventListener("keydown", (event) => {
    const { key, target, isComposing } = /** @type {KeyboardEvent} */ (event);
    if (key !== "Enter" || isComposing || !(target instanceof HTMLInputElement)) return;
    event.preventDefault();
    const fields = [.../** @type {NodeListOf<HTMLInputElement>} */ (list.querySelectorAll("input"))];
    (fields[fields.indexOf(target) + 1] ?? button).focus();
  });
  takeDrops();
  document.addEventListener("paste", (event) => {
    // A spreadsheet pastes text and a picture of it. In a text field, the text is wanted.
    const isWriting = event.target instanceof HTMLElement && event.target.closest("textarea, input");
    if (isWriting && event.clipboardData?.types.includes("text/plain")) return;
    const files = [...event.clipboardData?.files ?? []];
    if (files.length) event.preventDefault();
    add(files);
  });
  addEventListener("online", () => {
    for (const item of items) if (item.state === "refused" && item.isLost) item.state = "waiting";
    next();
  });
  addEventListener("beforeunload", (event) => {
    if (!isLeaving && items.some((item) => item.state === "new" || item.state === "waiting")) event.preventDefault();
  });
}

/** Shows on the next page that the photos were added. */
function tell() {
  try {
    const words = sessionStorage.getItem(said);
    sessionStorage.removeItem(said);
    if (!words) return;
    const note = document.createElement("p");
    note.className = "alert";
    note.textContent = words;
    document.querySelector("main h1")?.after(note);
    announce(words);
  } catch { /* The photos themselves show that they were added. */ }
}

/** Accepts files that are dropped anywhere on the page. */
function takeDrops() {
  // The number of nested elements that the pointer has entered.
  let depth = 0;
  const carriesFiles = (/** @type {DragEvent} */ event) => Boolean(event.dataTransfer?.types.includes("Files"));
  const show = (/** @type {boolean} */ isOver) => {
    if (isOver) unfold();
    if (note) note.hidden = !isOver;
  };
  document.addEventListener("dragenter", (event) => {
    if (carriesFiles(event)) show((depth += 1) > 0);
  });
  document.addEventListener("dragleave", (event) => {
    if (carriesFiles(event)) show((depth -= 1) > 0);
  });
  document.addEventListener("dragover", (event) => {
    if (carriesFiles(event)) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    depth = 0;
    show(false);
    if (!carriesFiles(event)) return;
    event.preventDefault();
    add([...event.dataTransfer?.files ?? []]);
  });
}

function unfold() {
  form?.closest("details")?.setAttribute("open", "");
}

/** @param {File[]} files */
function add(files) {
  if (!files.length || !blank || !list) return;
  unfold();
  for (const file of files) {
    const row = /** @type {HTMLElement} */ (/** @type {DocumentFragment} */ (blank.content.cloneNode(true)).firstElementChild);
    const name = file.name || "A pasted picture";
    for (const place of row.querySelectorAll("legend, bdi")) place.textContent = name;
    const leaveOut = /** @type {HTMLButtonElement} */ (row.querySelector("[data-remove]"));
    /** @type {HTMLElement} */ (leaveOut.querySelector("span")).textContent = ` ${name}`;
    const words = /** @type {HTMLElement} */ (row.querySelector(".upload-words"));
    /** @type {Item} */
    const item = { name, idempotencyKey: newIdempotencyKey(), state: "new", isLost: false, row, words, ready: Promise.resolve(file) };
    item.ready = preparing.then(() => prepare(item, file));
    preparing = item.ready.then(() => {});
    leaveOut.addEventListener("click", () => drop(item));
    row.querySelector("[data-retry]")?.addEventListener("click", () => {
      item.state = "waiting";
      next();
    });
    items.push(item);
    list.append(row);
  }
  show();
  items.at(-files.length)?.row.scrollIntoView({ block: "nearest" });
  const count = items.filter((item) => item.state === "new").length;
  announce(count === 1 ? "One photo is chosen." : `${count} photos are chosen.`);
}

/** @param {Item} item @param {File} file */
async function prepare(item, file) {
  const small = await shrink(file, maxSide);
  if (small.preview) item.row.querySelector(".upload-picture")?.replaceChildren(small.preview);
  if (small.file.size > maxMegabytes * 1024 * 1024) refuse(item, `That file is larger than ${maxMegabytes} MB.`, false);
  return small.file;
}

/** Removes a photo from the chosen ones. @param {Item} item */
function drop(item) {
  const [before, after] = [item.row.previousElementSibling, item.row.nextElementSibling];
  items = items.filter((other) => other !== item);
  item.row.remove();
  show();
  const place = (after ?? before)?.querySelector("[data-remove]") ?? form?.querySelector("input[type=file]");
  if (place instanceof HTMLElement) place.focus();
}

/** Shows on the button how many photos it would send. */
function show() {
  if (!button) return;
  const count = items.filter((item) => item.state === "new").length;
  button.hidden = count === 0;
  button.textContent = (count === 1 ? button.dataset.one : button.dataset.several?.replace("#", String(count))) ?? "";
}

function share() {
  for (const item of items) if (item.state === "new") item.state = "waiting";
  next();
}

function next() {
  for (const item of items) {
    if (running >= atOnce) break;
    if (item.state === "waiting" && !item.row.classList.contains("is-sending")) send(item);
  }
  show();
  if (running || !added || items.some((item) => item.state === "waiting")) return;
  announce(added === 1 ? "One photo was added." : `${added} photos were added.`);
  if (stays) {
    for (const item of items) if (item.state === "sent") item.row.remove();
    items = items.filter((item) => item.state !== "sent");
    added = 0;
  } else if (items.every((item) => item.state === "sent")) {
    isLeaving = true;
    const audience = form?.querySelector("input[name=audience]:checked");
    // A photo that is not for the whole club appears only among the member's own photos.
    const isForClub = !form?.dataset.own || audience?.getAttribute("value") === "club";
    const seers = audience?.closest("label")?.textContent?.trim();
    try {
      if (added > 1) sessionStorage.setItem(said, `${added} photos were added.${seers ? ` Who can see them: ${seers}.` : ""}`);
    } catch { /* The photos themselves show that they were added. */ }
    location.assign(added === 1 ? address : (isForClub ? form?.action : form?.dataset.own) ?? location.href);
  } else {
    // Refused photos, and photos that were chosen since, stay in the form.
    form?.querySelector("[data-see]")?.removeAttribute("hidden");
  }
}

/** @param {Item} item */
async function send(item) {
  running += 1;
  setSending(item, true);
  const bar = document.createElement("progress");
  bar.max = 1;
  bar.value = 0;
  bar.setAttribute("aria-label", item.name);
  item.words.replaceChildren(bar);
  const file = await item.ready;
  if (item.state !== "waiting") {
    running -= 1;
    return next();
  }
  const outcome = await sendPhoto(form?.action ?? "", body(item, file), (part) => {
    bar.value = part * .9;
  });
  running -= 1;
  if ("address" in outcome) {
    added += 1;
    address = outcome.address;
    item.state = "sent";
    item.words.textContent = "Added";
  } else if ("pause" in outcome) {
    item.words.textContent = "This photo is sent soon";
    setTimeout(() => {
      item.row.classList.remove("is-sending");
      next();
    }, outcome.pause * 1000);
    return next();
  } else refuse(item, outcome.problem, outcome.canRetry);
  next();
}

/** @param {Item} item @param {File} file */
function body(item, file) {
  const body = new FormData();
  body.append("csrf", /** @type {HTMLInputElement} */ (form?.querySelector("[name=csrf]")).value);
  body.append("idempotency_key", item.idempotencyKey);
  const audience = /** @type {HTMLInputElement|null} */ (form?.querySelector("input[name=audience]:checked"));
  if (audience) body.append(audience.name, audience.value);
  for (const field of item.row.querySelectorAll("input")) body.append(field.name, field.value);
  body.append("photos", file, file.name);
  return body;
}

/** @param {Item} item @param {boolean} isSending */
function setSending(item, isSending) {
  item.row.classList.toggle("is-sending", isSending);
  item.row.classList.remove("is-refused");
  for (const field of item.row.querySelectorAll("input")) field.readOnly = isSending;
  for (const each of item.row.querySelectorAll("button")) each.hidden = isSending || each.matches("[data-retry]");
}

/** @param {Item} item @param {string} words @param {boolean} canRetry */
function refuse(item, words, canRetry) {
  [item.state, item.isLost] = ["refused", canRetry];
  setSending(item, false);
  item.row.classList.add("is-refused");
  item.words.textContent = words;
  const retry = /** @type {HTMLButtonElement|null} */ (item.row.querySelector("[data-retry]"));
  if (retry) retry.hidden = !canRetry;
  announce(`${item.name}: ${words}`);
  show();
}
