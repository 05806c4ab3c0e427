import type { Part } from '../merchant-page/bring-into-view.ts'

/** The field that has the focus, with its label and what is said of it; null when there is none. */
export function focusedField(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('.field, .method-field') ?? null
}

/** Where an element stands in the document of its frame, which is never scrolled itself. */
export function partOf(element: Element): Part {
  const { top, bottom } = element.getBoundingClientRect()
  return { topPx: Math.max(0, Math.floor(top)), bottomPx: Math.ceil(bottom) }
}
