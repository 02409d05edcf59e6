// @ts-check
/** One picker of boards for all in the lobby: a challenge is for the board that is chosen there. */
function setBoards() {
  const chosen = /** @type {HTMLInputElement|null} */ (document.querySelector(".seek [name=variant]:checked"));
  for (const board of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-board]"))) {
    board.value = chosen?.value ?? "";
  }
}

document.addEventListener("change", setBoards);
document.addEventListener("live:replaced", setBoards);
setBoards();
