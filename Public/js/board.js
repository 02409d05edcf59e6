// @ts-check
/** Arrow keys walk over the board; Tab goes through the free squares as everywhere. */
const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

document.addEventListener("keydown", (event) => {
  const step = steps[/** @type {keyof typeof steps} */ (event.key)];
  const cell = event.target instanceof Element ? event.target.closest("[data-board] .cell") : null;
  if (!step || !cell || event.altKey || event.ctrlKey || event.metaKey) return;
  const index = Number(cell.id.replace("cell-", ""));
  const [column, row] = [index % 3 + step[0], Math.floor(index / 3) + step[1]];
  event.preventDefault();
  if (column < 0 || column > 2 || row < 0 || row > 2) return;
  document.getElementById(`cell-${row * 3 + column}`)?.focus();
});
