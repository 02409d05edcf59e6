// @ts-check
/** On a photo's page the arrow keys open the previous or next photo, unless a field or region has the focus or a message is half-typed. */
const walk = document.querySelector(".photo-walk");

if (walk) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input, textarea, select, [role=region]")) return;
    const draft = /** @type {HTMLTextAreaElement|null} */ (document.querySelector("[data-composer] textarea"));
    if (draft?.value.trim()) return;
    const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
    const link = rel && /** @type {HTMLAnchorElement|null} */ (walk.querySelector(`[rel=${rel}]`));
    if (link) link.click();
  });
}
