// @ts-check
/**
 * Keys move the focus over the board (ARIA APG, grid): arrows, Home and End in a row, with Ctrl to the corners, Page Up and Page Down by
 * five rows. On the small board Tab visits the free squares as usual. A larger board is one stop for Tab (roving tabindex), and scrolls to
 * the last move by itself.
 */
import { announce } from "../announcer.js";
import { isWriting } from "../writing.js";

/** How the largest board is shown on a phone: `whole` or `close`. */
const memory = "board view";
/** In CSS pixels. A square smaller than this is no target, so a tap on it zooms in first. */
const smallest = 32;
const page = 5;

/**
 * The column and row, from 0, to which a key moves the focus. Null if it is another key.
 * @param {KeyboardEvent} event @param {number} column @param {number} row @param {number} size @returns {[number, number]|null}
 */
function next(event, column, row, size) {
  const end = size - 1;
  switch (event.key) {
    case "ArrowLeft":
      return [column - 1, row];
    case "ArrowRight":
      return [column + 1, row];
    case "ArrowUp":
      return [column, row - 1];
    case "ArrowDown":
      return [column, row + 1];
    case "Home":
      return event.ctrlKey ? [0, 0] : [0, row];
    case "End":
      return event.ctrlKey ? [end, end] : [end, row];
    case "PageUp":
      return [column, Math.max(0, row - page)];
    case "PageDown":
      return [column, Math.min(end, row + page)];
    default:
      return null;
  }
}

document.addEventListener("keydown", (event) => {
  const cell = event.target instanceof Element ? event.target.closest("[data-board] .cell") : null;
  const isArrow = event.key.startsWith("Arrow");
  if (!cell || event.altKey || event.metaKey || event.shiftKey || (isArrow && event.ctrlKey)) return;
  const size = Number(/** @type {HTMLElement} */ (cell.closest("[data-board]")).dataset.board);
  const index = Number(cell.id.replace("cell-", ""));
  const to = next(event, index % size, Math.floor(index / size), size);
  if (!to) return;
  event.preventDefault();
  if (to.some((each) => each < 0 || each >= size)) return;
  document.getElementById(`cell-${to[1] * size + to[0]}`)?.focus();
});

/** Scrolls to a square within the board, but does not scroll the page. @param {Element|null|undefined} cell */
function show(cell) {
  const board = document.querySelector(".board-scroll");
  if (!board || !cell) return;
  const [frame, square] = [board.getBoundingClientRect(), cell.getBoundingClientRect()];
  board.scrollBy({
    left: square.left + square.width / 2 - (frame.left + frame.width / 2),
    top: square.top + square.height / 2 - (frame.top + frame.height / 2),
  });
}

/** @param {Element} cell @param {{left: number, right: number, top: number, bottom: number}} frame */
function isWithin(cell, frame) {
  const { left, right, top, bottom } = cell.getBoundingClientRect();
  return left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom;
}

/** The id of the square of the last move that was shown. */
let seen = document.querySelector("[data-board] .is-last")?.id;

/**
 * Scrolls to the last move within the board. If the move is new and nobody is writing, the page scrolls too. The focus stays where it is.
 */
function showLastMove() {
  const board = document.querySelector(".board-scroll");
  const last = board?.querySelector(".is-last");
  if (!board || !last) return;
  if (!isWithin(last, board.getBoundingClientRect())) show(last);
  if (last.id === seen) return;
  seen = last.id;
  const over = [document.getElementById("status-line"), document.querySelector(".bar:not(.is-on-top)")];
  const tops = over.map((part) => part?.getBoundingClientRect()).filter((place) => place?.height).map((place) => place?.top ?? 0);
  // On a wide page the bar is at the top, and does not cover what is below.
  const bottom = Math.min(innerHeight, ...tops.filter((top) => top > innerHeight / 3));
  if (document.hidden || isWriting() || isWithin(last, { left: 0, right: innerWidth, top: 0, bottom })) return;
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.motion === "less";
  const behavior = isStill ? "auto" : "smooth";
  last.scrollIntoView({ block: "center", inline: "nearest", behavior });
}

/** Where Tab enters a large board: the square that had the focus last, else the last move, else the middle. @type {string|undefined} */
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

// MARK: The largest board, whole or close

let isWhole = false;
try {
  isWhole = localStorage.getItem(memory) === "whole";
} catch { /* The board is zoomed in at first. */ }

function setZoom() {
  document.documentElement.dataset.boardView = isWhole ? "whole" : "close";
  const button = document.querySelector("[data-board-zoom]");
  if (button) button.textContent = isWhole ? "Zoom in, or tap a place" : "Whole board";
}

/** @param {boolean} whole @param {Element|null} [cell] the square to show: if null, the last move or the middle */
function zoom(whole, cell = null) {
  isWhole = whole;
  try {
    localStorage.setItem(memory, whole ? "whole" : "close");
  } catch { /* The choice is used on this page only. */ }
  setZoom();
  const board = document.querySelector("[data-board]");
  const size = Number(board instanceof HTMLElement ? board.dataset.board : 0);
  if (!whole) show(cell ?? board?.querySelector(".is-last") ?? board?.querySelector(`#cell-${(size * size - 1) / 2}`));
}

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest("[data-board-zoom]")) return zoom(!isWhole);
  const cell = target?.closest("[data-board] .cell");
  // The size of a square does not matter for a key or a screen reader (`detail` is 0).
  if (!isWhole || !cell || event.detail === 0 || cell.getBoundingClientRect().width >= smallest) return;
  event.preventDefault();
  zoom(false, cell);
});

// MARK: A move that was taken back

const marksOnBoard = () => document.querySelectorAll("[data-board] :is(.cross, .nought)").length;
let marks = marksOnBoard();
let isTakenBack = false;

function noteMarks() {
  const now = marksOnBoard();
  if (now < marks) isTakenBack = true;
  marks = now;
}

// The page announces the move before the one that was taken back. This announces first that a move was taken back.
document.addEventListener("live:news", () => {
  if (!isTakenBack) return;
  isTakenBack = false;
  const now = document.getElementById("live-state")?.dataset.announcement?.split("\n")[0] ?? "";
  announce(`The last move was taken back. ${now}`);
});

function refresh() {
  noteMarks();
  setZoom();
  setEntry();
  showLastMove();
}

document.addEventListener("live:replaced", refresh);
refresh();
if (!seen) show(document.querySelector("[data-board='15'] #cell-112"));
