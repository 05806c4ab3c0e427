/**
 * Finds a part of our own document.
 *
 * @throws When it is not there: document and program belong to one build.
 */
export function findElement<T extends HTMLElement = HTMLElement>(selector: string): T {
  const element = document.querySelector<T>(selector)
  if (element === null) throw new Error(`The document has no ${selector}`)
  return element
}
