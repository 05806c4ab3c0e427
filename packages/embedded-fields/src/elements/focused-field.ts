import type { Part } from '../merchant-page/bring-into-view.ts'

/** Returns the focused field with its label and message; null if no field has the focus. */
export function focusedField(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('.field, .method-field') ?? null
}

/** Returns the position of an element in its frame's document, which never scrolls. */
export function partOf(element: Element): Part {
  const { top, bottom } = element.getBoundingClientRect()
  return { topPx: Math.max(0, Math.floor(top)), bottomPx: Math.ceil(bottom) }
}
