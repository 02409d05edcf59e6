// @ts-check
/** The lobby has a single choice of board, which is used for every challenge. */
function setBoards() {
  const chosen = /** @type {HTMLInputElement|null} */ (document.querySelector(".seek [name=variant]:checked"));
  for (const board of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-board]"))) {
    board.value = chosen?.value ?? "";
  }
}

document.addEventListener("change", setBoards);
document.addEventListener("live:replaced", setBoards);
setBoards();
