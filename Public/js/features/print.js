// @ts-check
/** A button with `data-print` prints the page. */
document.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest("[data-print]")) print();
});
