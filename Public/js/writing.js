// @ts-check
/** Whether the page has text that is being typed or is not sent. If so, no script may open another page. */
export function isWriting() {
  const fields = /** @type {NodeListOf<HTMLInputElement|HTMLTextAreaElement>} */ (
    document.querySelectorAll("main textarea, main input:not([type=hidden], [type=radio], [type=checkbox], [readonly])")
  );
  return [...fields].some((field) => field.value !== field.defaultValue || (field === document.activeElement && field.value !== ""));
}
