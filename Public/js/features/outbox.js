// @ts-check
/**
 * Keeps offline actions in the browser's database, and sends them when the connection is back, for the same account only. Actions are sent
 * together and in order, and each has its own answer. Each has an idempotency key, so that the server counts it once.
 */
import { announce } from "../announcer.js";

/**
 * @typedef {{
 *   id: string, account: string, club: string, kind: string, words: string, at: number, fields: Record<string, string>, order?: number
 * }} Action
 * @typedef {{ id: string, status: number, words?: string, now?: Record<string, string> }} Answer
 */

const account = document.body.dataset.account ?? "";
const most = 200;
/** The offline actions of this account, in order. @type {Action[]} */
let actions = [];
/** A sentence for each action that was refused. @type {string[]} */
let refusals = [];
/** Whether the last attempt to send has failed. */
let isLost = false;
let isSending = false;
let isSignedOut = false;
/** Whether another account is signed in now. */
let isOtherAccount = false;
let failures = 0;
/** @type {ReturnType<typeof setTimeout>|undefined} */
let timer;
/** Tells other tabs of this browser that the stored actions have changed. Null if the browser cannot do that. */
const otherTabs = "BroadcastChannel" in globalThis ? new BroadcastChannel("boardwalk outbox") : null;

// MARK: The browser's database

/** @type {Promise<IDBDatabase|null>} */
const database = new Promise((resolve) => {
  if (!account || !("indexedDB" in globalThis)) return resolve(null);
  try {
    const request = indexedDB.open("boardwalk", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("actions", { keyPath: "order", autoIncrement: true });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(null);
  } catch {
    resolve(null);
  }
});
let isReady = false;
let isBroken = false;

/**
 * @template Value
 * @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<Value>} work @returns {Promise<Value>}
 */
async function store(mode, work) {
  const db = await database;
  return new Promise((resolve, reject) => {
    if (!db) return reject(new Error("There is no database."));
    const transaction = db.transaction("actions", mode);
    const request = work(transaction.objectStore("actions"));
    // A write is done only when it is on the disk, because a phone may end the tab at any time.
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

async function load() {
  const all = /** @type {Action[]} */ (await store("readonly", (objects) => objects.getAll()));
  actions = all.filter((action) => action.account === account);
  changed();
}

function changed() {
  document.dispatchEvent(new Event("outbox:changed"));
  show();
}

// MARK: Keeping actions

/** Whether this browser can keep actions, as far as is known. */
export function canKeep() {
  return Boolean(account) && "indexedDB" in globalThis && !isBroken;
}

/** The actions that wait to be sent. */
export function waiting() {
  return actions;
}

/** Whether the actions wait for a connection. */
export function isLate() {
  return isLost || !navigator.onLine;
}

/**
 * Keeps an action in a club, and sends it as soon as possible.
 * @param {Omit<Action, "account"|"at"|"club">} action @returns {Promise<boolean>} whether it is kept
 */
export async function keep(action) {
  const club = location.pathname.match(/^\/c\/[^/]+/)?.[0] ?? "";
  /** @type {Action} */
  const whole = { ...action, account, club, at: Date.now() };
  try {
    // An action is shown as done only when it is on the disk, because the tab may be closed at any time.
    whole.order = Number(await store("readwrite", (objects) => objects.add({ ...whole })));
  } catch {
    isBroken = true;
    return false;
  }
  if (!actions.some(({ id }) => id === whole.id)) actions.push(whole);
  changed();
  otherTabs?.postMessage("changed");
  flush();
  return true;
}

// MARK: Sending

/** Sends the waiting actions, club by club. */
async function flush() {
  if (isSending || !isReady || actions.length === 0) return;
  isSending = true;
  clearTimeout(timer);
  try {
    while (actions.length > 0 && await sendSome());
  } finally {
    isSending = false;
  }
  if (actions.length > 0 && !isSignedOut) timer = setTimeout(flush, Math.min(60, 2 ** failures) * 1000 * (0.75 + Math.random() / 2));
}

/** @returns {Promise<boolean>} whether sending has worked, and more may be sent */
async function sendSome() {
  const club = actions[0].club;
  const some = actions.filter((action) => action.club === club).slice(0, most);
  try {
    let response = await post(club, some, token());
    // The page's CSRF token belongs to a session that has ended. The browser may have a newer session.
    if ([401, 403].includes(response.status)) response = await post(club, some, await freshToken());
    if ([401, 403, 409].includes(response.status)) {
      isSignedOut = true;
      isOtherAccount ||= response.status === 409;
      changed();
      return false;
    }
    // The account is not in this club any more.
    if (response.status === 404) {
      return await settle(some, some.map(({ id }) => ({ id, status: 404, words: "You cannot open that club." })));
    }
    if (!response.ok) throw new Error(String(response.status));
    const answers = /** @type {Answer[]} */ (await response.json());
    [isLost, isSignedOut, isOtherAccount, failures] = [false, false, false, 0];
    return await settle(some, answers);
  } catch {
    [isLost, failures] = [true, failures + 1];
    changed();
    return false;
  }
}

/** @param {string} club @param {Action[]} some @param {string} csrf */
function post(club, some, csrf) {
  const body = new URLSearchParams({ csrf, account });
  for (const { id, kind, fields, at } of some) {
    // The device's clock may be wrong, but the action's age is right.
    const age = String(Math.max(0, Math.round((Date.now() - at) / 1000)));
    body.append("action", new URLSearchParams({ ...fields, id, kind, age }).toString());
  }
  return fetch(club + "/outbox", {
    method: "POST",
    body,
    credentials: "same-origin",
    redirect: "manual",
    signal: AbortSignal.timeout(20_000),
  });
}

function token() {
  return /** @type {HTMLInputElement|null} */ (document.querySelector("input[name=csrf]"))?.value ?? "";
}

/** Returns the CSRF token of the browser's current session, or "" if that belongs to another account. */
async function freshToken() {
  const response = await fetch("/account", { credentials: "same-origin", signal: AbortSignal.timeout(20_000) });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  isOtherAccount = ![undefined, account].includes(page.body.dataset.account);
  if (page.body.dataset.account !== account) return "";
  return /** @type {HTMLInputElement|null} */ (page.querySelector("input[name=csrf]"))?.value ?? "";
}

/** @param {Action[]} some @param {Answer[]} answers */
async function settle(some, answers) {
  let isMore = true;
  for (const answer of answers) {
    const action = some.find(({ id }) => id === answer.id);
    if (!action) continue;
    if (answer.status === 429 || answer.status >= 500) {
      [isMore, failures] = [false, failures + 1];
      continue;
    }
    await store("readwrite", (objects) => objects.delete(/** @type {number} */ (action.order)));
    actions = actions.filter((other) => other !== action);
    if (answer.status !== 200) {
      const words = `${action.words}: ${answer.words ?? "That was not counted."}`;
      refusals.push(words);
      announce(words);
    }
    document.dispatchEvent(new CustomEvent("outbox:answered", { detail: { action, answer } }));
  }
  otherTabs?.postMessage("changed");
  changed();
  return isMore;
}

// MARK: The box on the page

/** @type {HTMLElement|null} */
let box = null;

function show() {
  const isShown = refusals.length > 0 || (actions.length > 0 && (isLate() || isSignedOut));
  if (!isShown) {
    box?.remove();
    box = null;
    return;
  }
  const fresh = element("div", "");
  fresh.className = "outbox";
  const summary = element("p", "");
  summary.append(...summaryParts());
  fresh.append(summary);
  if (refusals.length > 0) fresh.append(list(refusals.map((words) => ({ words }))), button("Hide this message", hideRefusals));
  else if (!isSignedOut) fresh.append(button("Send now", flush));
  if (actions.length > 0) fresh.append(waitingList(box?.querySelector("details")?.open ?? false));
  const focused = box?.contains(document.activeElement) ? document.activeElement?.localName : undefined;
  if (box) box.replaceWith(fresh);
  else (document.querySelector("main .page") ?? document.getElementById("main"))?.prepend(fresh);
  box = fresh;
  // The focus goes to the same kind of element, or to the first one that accepts it.
  if (focused) /** @type {HTMLElement|null} */ (fresh.querySelector(focused) ?? fresh.querySelector("a, button, summary"))?.focus();
}

/** @returns {(string|HTMLElement)[]} */
function summaryParts() {
  if (actions.length === 0) return ["Some of your actions were not counted."];
  const count = actions.length === 1 ? "1 action is" : `${actions.length} actions are`;
  if (!isSignedOut) return [`${count} kept in this browser until the connection is back.`];
  const link = element("a", `sign in again as ${account}`);
  // If another account is signed in, it must sign out first on its account page.
  link.setAttribute("href", isOtherAccount ? "/account" : `/login?next=${encodeURIComponent(location.pathname + location.search)}`);
  return [`${count} not sent: `, link, "."];
}

/** @param {boolean} isOpen */
function waitingList(isOpen) {
  const details = document.createElement("details");
  details.open = isOpen;
  details.append(element("summary", "What is not sent yet"), list(actions));
  return details;
}

/** Shows equal entries as one. @param {{ words: string, at?: number }[]} entries */
function list(entries) {
  const list = document.createElement("ul");
  /** @type {Map<string, typeof entries>} */
  const groups = new Map();
  for (const entry of entries) groups.set(entry.words, [...groups.get(entry.words) ?? [], entry]);
  for (const [words, alike] of groups) {
    const [{ at }] = alike;
    const rest = alike.length > 1
      ? `, ${alike.length} times`
      : at
      ? `, ${new Date(at).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })}`
      : "";
    list.append(element("li", words + rest));
  }
  return list;
}

/** @param {string} words @param {() => void} respond */
function button(words, respond) {
  const button = element("button", words);
  button.className = "button button--secondary";
  button.setAttribute("type", "button");
  button.addEventListener("click", respond);
  return button;
}

function hideRefusals() {
  refusals = [];
  changed();
}

/** @param {string} name @param {string} words */
function element(name, words) {
  const element = document.createElement(name);
  element.textContent = words;
  return element;
}

// MARK: Start and events

database.then(async (db) => {
  isBroken = !db;
  if (!db) return;
  try {
    await load();
    isReady = true;
    flush();
  } catch {
    // Forms are then sent as usual.
    isBroken = true;
  }
});
otherTabs?.addEventListener("message", () => load().catch(() => {}));
for (const event of ["online", "focus"]) addEventListener(event, () => flush());
document.addEventListener("live:found", () => flush());
addEventListener("offline", () => changed());

/** The sign-out form that the member has confirmed. @type {HTMLFormElement|null} */
let confirmed = null;

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.getAttribute("action") !== "/logout" || actions.length === 0 || form === confirmed) return;
  event.preventDefault();
  ask(form, /** @type {HTMLElement|null} */ (event.submitter));
}, true);

/** Asks whether to sign out before all actions are sent. @param {HTMLFormElement} form @param {HTMLElement|null} submitter */
function ask(form, submitter) {
  const dialog = document.createElement("dialog");
  dialog.className = "question";
  dialog.setAttribute("aria-labelledby", "question");
  dialog.setAttribute("aria-describedby", "question-words");
  const heading = element("h2", "Sign out before everything is sent?");
  heading.id = "question";
  const words = element(
    "p",
    "What you did without a connection is not sent yet. It stays in this browser. It is sent when you sign in here again.",
  );
  words.id = "question-words";
  const buttons = element("p", "");
  buttons.className = "actions";
  buttons.append(
    button("Stay signed in", () => dialog.close()),
    button("Sign out anyway", () => {
      confirmed = form;
      form.requestSubmit(submitter);
    }),
  );
  dialog.append(heading, words, buttons);
  dialog.addEventListener("close", () => {
    dialog.remove();
    submitter?.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
}

// Asks the service worker to keep the pages that are needed without a connection.
if (account && "serviceWorker" in navigator) {
  navigator.serviceWorker.register("/sw.js").then(() => navigator.serviceWorker.ready).then(({ active }) => {
    const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-keep]"));
    const here = navigator.serviceWorker.controller ? [] : [location.href];
    active?.postMessage({ keep: [...here, ...[...links].map(({ href }) => href)] });
  }).catch(() => {});
}
