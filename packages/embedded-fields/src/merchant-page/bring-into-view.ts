import { setStyles } from '../challenge/create-frame.ts'

/** The margin between the scrolled element and the edge of the screen. */
const MARGIN_PX = 16

/**
 * On-screen keyboards appear after their field has the focus, and some browsers then scroll only the field into view.
 */
const KEYBOARD_WITHIN_MS = 1_000

/** A part of an element, measured from its upper edge. */
export interface Part {
  readonly topPx: number
  readonly bottomPx: number
}

/**
 * Scrolls the page until an element, or a part of it, is visible, because a frame cannot scroll the page that holds
 * it. It respects `scroll-padding`, which pages with a fixed header set.
 */
export function bringIntoView(
  element: HTMLElement,
  { topPx, bottomPx }: Part = { topPx: 0, bottomPx: element.offsetHeight },
): void {
  const view = visualViewport
  const look = () => {
    const [above, below] = [MARGIN_PX - topPx, MARGIN_PX + bottomPx - element.offsetHeight]
    setStyles(element, { 'scroll-margin': `${above}px 0 ${below}px` })
    element.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    if (!view) return
    // Some browsers count the area behind a keyboard as visible. What is taller than the rest shows its beginning.
    const { top, bottom } = element.getBoundingClientRect()
    const coveredPx = bottom - view.offsetTop - view.height + below
    if (coveredPx > -1)
      scrollBy({ top: Math.min(coveredPx, top - view.offsetTop - above), behavior: 'instant' })
  }
  look()
  view?.addEventListener('resize', look, { once: true, signal: AbortSignal.timeout(KEYBOARD_WITHIN_MS) })
}
