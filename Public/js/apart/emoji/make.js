// @ts-check
/**
 * Creates an element with these attributes and children.
 * @param {string} tag @param {Record<string, string>} attributes @param {(Node|string)[]} children
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
