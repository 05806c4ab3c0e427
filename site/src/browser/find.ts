/** The element that every page has. @throws When it has none. */
export function find<Kind extends Element>(selector: string, kind: new () => Kind): Kind {
  const element = document.querySelector(selector)
  if (!(element instanceof kind)) throw new TypeError(`the page has no ${selector}`)
  return element
}

/** Announces the effect of a button to screen readers. */
export function announce(text: string): void {
  find('.announcement', HTMLElement).textContent = text
}
