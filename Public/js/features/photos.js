// @ts-check
/** The form for photos: chosen, dropped or pasted, each is sent by itself with a bar that tells how far it is. */
import { announce } from "../announcer.js";
import { freshNonce } from "../nonce.js";

const form = /** @type {HTMLFormElement|null} */ (document.querySelector("[data-photos]"));
const pickers = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-photos] input[type=file]"));
const mostBytes = 12 * 1024 * 1024;
const atOnce = 2;
/** In seconds: whoever is told to come back later than that is told why. */
const longestPause = 60;
/**
 * The server refuses a photo that comes more slowly than so many bytes a second over so many seconds. A browser that is still sending
 * would not read that answer, so it ends the request itself.
 */
const [slowest, paceWindow] = [16 * 1024, 30];

/** @typedef {{file: File, row: HTMLLIElement, bar: HTMLProgressElement, words: HTMLElement}} Item */
/** @type {Item[]} */
const line = [];
let running = 0;
/** How many wait until the server takes more. */
let waiting = 0;
let added = 0;
let refused = 0;
/** Where the last one is to be seen. */
let address = "";
/** @type {WeakSet<XMLHttpRequest>} */
const tooSlow = new WeakSet();
/** A file that is sent again after a failure is the same; one that is chosen again is another. @type {WeakMap<File, string>} */
const nonces = new WeakMap();

if (form && pickers.length) {
  for (const picker of pickers) {
    picker.addEventListener("change", () => {
      add([...picker.files ?? []]);
      picker.value = "";
    });
  }
  form.addEventListener("dragover", (event) => {
    event.preventDefault();
    form.classList.add("is-over");
  });
  for (const end of ["dragleave", "drop"]) form.addEventListener(end, () => form.classList.remove("is-over"));
  form.addEventListener("drop", (event) => {
    event.preventDefault();
    add([...event.dataTransfer?.files ?? []]);
  });
  document.addEventListener("paste", (event) => {
    // A spreadsheet pastes its words and a picture of them: where one writes, it is the words that are meant.
    const isWriting = event.target instanceof HTMLElement && event.target.closest("textarea, input");
    if (isWriting && event.clipboardData?.types.includes("text/plain")) return;
    const files = [...event.clipboardData?.files ?? []];
    if (files.length) event.preventDefault();
    add(files);
  });
}

/** @param {File[]} files */
function add(files) {
  const list = form?.querySelector("[data-uploads]");
  if (files.length) form?.closest("details")?.setAttribute("open", "");
  for (const file of files) {
    const row = document.createElement("li");
    const name = document.createElement("bdi");
    name.textContent = file.name;
    const bar = document.createElement("progress");
    bar.max = 1;
    bar.value = 0;
    bar.setAttribute("aria-label", file.name);
    const words = document.createElement("span");
    words.className = "upload-words";
    row.append(name, bar, words);
    list?.append(row);
    const item = { file, row, bar, words };
    if (file.size > mostBytes) fail(item, "That file is larger than 12 MB.");
    else line.push(item);
  }
  if (files.length) next();
}

function next() {
  while (running < atOnce && line.length) send(/** @type {Item} */ (line.shift()));
  if (running || waiting || !added) return;
  announce(added === 1 ? "One photo was added." : `${added} photos were added.`);
  if (form?.dataset.photos === "stay") return stay();
  if (!refused) return location.assign(added === 1 ? address : form?.action ?? location.href);
  // What was refused stays to be read.
  const link = document.createElement("a");
  link.href = form?.action ?? "";
  link.className = "button second";
  link.textContent = "See the photos";
  form?.querySelector(".upload-done")?.replaceChildren(link);
}

/** What was sent shows by itself where one is. */
function stay() {
  added = 0;
  for (const row of form?.querySelectorAll("[data-uploads] li:not(.is-refused)") ?? []) row.remove();
}

/** @param {Item} item */
function send(item) {
  running += 1;
  const body = new FormData();
  body.append("csrf", /** @type {HTMLInputElement} */ (form?.querySelector("[name=csrf]")).value);
  const nonce = nonces.get(item.file) ?? freshNonce();
  nonces.set(item.file, nonce);
  body.append("nonce", nonce);
  const audience = /** @type {HTMLInputElement|null} */ (form?.querySelector("input[name=audience]:checked"));
  if (audience) body.append(audience.name, audience.value);
  body.append("photos", item.file, item.file.name);
  const request = new XMLHttpRequest();
  request.open("POST", form?.action ?? "");
  request.responseType = "document";
  request.upload.addEventListener("progress", ({ loaded, total }) => {
    item.bar.value = total ? loaded / total * .9 : 0;
  });
  const watch = watchPace(request);
  request.addEventListener("loadend", () => {
    clearInterval(watch);
    running -= 1;
    const pause = request.status === 429 ? Number(request.getResponseHeader("Retry-After")) : 0;
    if (request.status === 200) succeed(item, request.responseURL);
    else if (pause > 0 && pause <= longestPause) wait(item, pause);
    else fail(item, problem(request), request.status === 0 || request.status >= 500 || request.status === 429);
    next();
  });
  request.send(body);
}

/** Ends a request that comes too slowly to be taken. @param {XMLHttpRequest} request */
function watchPace(request) {
  /** How much had gone out at each second of the window. */
  const marks = [0];
  let [sent, isAllSent] = [0, false];
  request.upload.addEventListener("progress", ({ loaded }) => {
    sent = loaded;
  });
  request.upload.addEventListener("load", () => {
    isAllSent = true;
  });
  return setInterval(() => {
    marks.push(sent);
    if (isAllSent || marks.length <= paceWindow) return;
    if (sent - /** @type {number} */ (marks.shift()) >= slowest * paceWindow) return;
    tooSlow.add(request);
    request.abort();
  }, 1000);
}

/** Sends it again when there is room. @param {Item} item @param {number} seconds */
function wait(item, seconds) {
  waiting += 1;
  item.bar.value = 0;
  item.words.textContent = "Waiting for its turn";
  setTimeout(() => {
    waiting -= 1;
    item.words.textContent = "";
    line.push(item);
    next();
  }, seconds * 1000);
}

/** The sentence of the page that came back. @param {XMLHttpRequest} request */
function problem(request) {
  if (tooSlow.has(request)) return "The connection is too slow for photos just now. Try again where it is better.";
  const words = request.responseXML?.querySelector("[data-problem] span, [data-problem-detail]")?.textContent?.trim();
  return words || "That did not go through. Check the connection, then try again.";
}

/** @param {Item} item @param {string} url */
function succeed(item, url) {
  added += 1;
  address = url;
  item.bar.value = 1;
  item.words.textContent = "Added";
}

/** @param {Item} item @param {string} words */
function fail(item, words, canRetry = false) {
  refused += 1;
  item.bar.remove();
  item.row.classList.add("is-refused");
  item.words.textContent = words;
  announce(`${item.file.name}: ${words}`);
  if (!canRetry) return;
  const retry = document.createElement("button");
  retry.type = "button";
  retry.className = "button second";
  retry.textContent = "Retry";
  retry.addEventListener("click", () => {
    refused -= 1;
    item.row.remove();
    add([item.file]);
  });
  item.row.append(retry);
}
