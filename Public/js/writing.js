// @ts-check
/** Whether something is being typed in the page, or has been and is not sent: then nothing may take one elsewhere. */
export function isWriting() {
  const fields = /** @type {NodeListOf<HTMLInputElement|HTMLTextAreaElement>} */ (
    document.querySelectorAll("main textarea, main input:not([type=hidden], [type=radio], [type=checkbox], [readonly])")
  );
  return [...fields].some((field) => field.value !== field.defaultValue || (field === document.activeElement && field.value !== ""));
}
