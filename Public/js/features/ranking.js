// @ts-check
/** Rows of a list that a member orders can be dragged by a handle. The buttons in each row do the same without dragging. */

/** @typedef {{ list: HTMLElement, row: HTMLElement, before: HTMLElement[], y: number }} Drag */

/** @type {Drag|null} */
let drag = null;
/** The move that is being sent to the server. @type {Drag|null} */
let sent = null;
/** In pixels. The page scrolls if a row is held this close to an edge of the window. */
const edge = 96;

document.addEventListener("pointerdown", (event) => {
  const handle = /** @type {Element} */ (event.target).closest?.("[data-drag]");
  const row = /** @type {HTMLElement|null} */ (handle?.closest("li") ?? null);
  const list = row?.parentElement;
  if (!row || !list || drag || event.button !== 0) return;
  event.preventDefault();
  // The list captures the pointer, because the row itself is moved in the document.
  list.setPointerCapture(event.pointerId);
  drag = { list, row, before: rowsOf(list), y: event.clientY };
  row.classList.add("is-dragged");
  requestAnimationFrame(follow);
});

document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  drag.y = event.clientY;
  settle(drag);
});

document.addEventListener("pointerup", () => {
  const done = end();
  if (!done) return;
  const place = rowsOf(done.list).indexOf(done.row);
  const form = done.row.querySelector("form");
  if (done.before[place] === done.row || !form) return;
  number(done.list);
  sent = done;
  done.row.focus({ preventScroll: true });
  const button = document.createElement("button");
  Object.assign(button, { name: "place", value: String(first(done.list) + place), hidden: true });
  form.append(button);
  form.requestSubmit(button);
  button.remove();
});

document.addEventListener("pointercancel", () => restore(end()));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") restore(end());
});
document.addEventListener("form:sent", () => {
  sent = null;
});
document.addEventListener("form:failed", () => {
  restore(sent);
  sent = null;
});

function end() {
  const done = drag;
  done?.row.classList.remove("is-dragged");
  drag = null;
  return done;
}

/** Restores the order before the drag. @param {Drag|null} drag */
function restore(drag) {
  if (!drag) return;
  const active = /** @type {HTMLElement|null} */ (document.activeElement);
  drag.list.append(...drag.before);
  active?.focus({ preventScroll: true });
  number(drag.list);
}

/** Moves the row to the pointer. @param {Drag} drag */
function settle({ list, row, y }) {
  const next = rowsOf(list).filter((other) => other !== row).find((other) => {
    const box = other.getBoundingClientRect();
    return y < box.top + box.height / 2;
  });
  if (row.nextElementSibling !== (next ?? null)) list.insertBefore(row, next ?? null);
}

/** Scrolls the page while a row is held at an edge of the window. */
function follow() {
  if (!drag) return;
  const by = drag.y < edge ? -8 : drag.y > innerHeight - edge ? 8 : 0;
  if (by) {
    scrollBy({ top: by, behavior: "instant" });
    settle(drag);
  }
  requestAnimationFrame(follow);
}

/** The place of the first row, which is not 1 if the list continues from another page. @param {HTMLElement} list */
function first(list) {
  return Number(list.dataset.first || 1);
}

/** @param {HTMLElement} list */
function rowsOf(list) {
  return /** @type {HTMLElement[]} */ ([...list.children]);
}

/** @param {HTMLElement} list */
function number(list) {
  rowsOf(list).forEach((row, index) => {
    const place = row.querySelector("[data-place]");
    if (place) place.textContent = String(first(list) + index);
  });
}
