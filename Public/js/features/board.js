// @ts-check
/**
 * Arrow keys walk over the board. On the small board Tab goes through the free squares as everywhere; a larger one is one stop for Tab
 * (ARIA APG, grid: roving tabindex), and shows the last move by itself.
 */
const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

document.addEventListener("keydown", (event) => {
  const step = steps[/** @type {keyof typeof steps} */ (event.key)];
  const cell = event.target instanceof Element ? event.target.closest("[data-board] .cell") : null;
  if (!step || !cell || event.altKey || event.ctrlKey || event.metaKey) return;
  const size = Number(/** @type {HTMLElement} */ (cell.closest("[data-board]")).dataset.board);
  const index = Number(cell.id.replace("cell-", ""));
  const [column, row] = [index % size + step[0], Math.floor(index / size) + step[1]];
  event.preventDefault();
  if (column < 0 || column >= size || row < 0 || row >= size) return;
  document.getElementById(`cell-${row * size + column}`)?.focus();
});

/** Scrolls within the board alone, never the page, and only when the last move is out of sight. */
function showLastMove() {
  const board = document.querySelector(".board-scroll");
  const last = board?.querySelector(".is-last");
  if (!board || !last) return;
  const [frame, cell] = [board.getBoundingClientRect(), last.getBoundingClientRect()];
  const isSeen = cell.left >= frame.left && cell.right <= frame.right && cell.top >= frame.top && cell.bottom <= frame.bottom;
  if (isSeen) return;
  board.scrollBy({
    left: cell.left + cell.width / 2 - (frame.left + frame.width / 2),
    top: cell.top + cell.height / 2 - (frame.top + frame.height / 2),
  });
}

/** Where Tab enters a large board: the square that was looked at last, else the last move, else the middle. @type {string|undefined} */
let entry;

function setEntry() {
  const board = /** @type {HTMLElement|null} */ (document.querySelector("[data-board]"));
  const size = Number(board?.dataset.board ?? 0);
  if (!board || size <= 3) return;
  const chosen = board.querySelector(`#${entry ?? "none"}`) ?? board.querySelector(".is-last") ??
    board.querySelector(`#cell-${(size * size - 1) / 2}`);
  for (const cell of board.querySelectorAll(".cell")) cell.setAttribute("tabindex", cell === chosen ? "0" : "-1");
}

document.addEventListener("focusin", ({ target }) => {
  if (!(target instanceof HTMLElement) || !target.matches("[data-board] .cell")) return;
  entry = target.id;
  setEntry();
});

function refresh() {
  setEntry();
  showLastMove();
}

document.addEventListener("live:replaced", refresh);
refresh();
