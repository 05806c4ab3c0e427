import { setStyles } from '../challenge/create-frame.ts'
import type { Place } from './find-place.ts'

/** `moveBefore` moves a frame without reloading it. Not in every browser yet. */
interface MovingParent {
  moveBefore?(node: Node, child: Node | null): void
}

const SHOWN = { display: 'flow-root' }
const HIDDEN = { display: 'none' }

/**
 * Removes an element from the page without losing its frame: it moves to a hidden place at the end of the document
 * or, if the browser cannot move frames, is hidden in place.
 */
export function park(element: HTMLElement): void {
  setStyles(element, HIDDEN)
  move(element, document.body)
}

/** Puts a parked element back. @returns false when the frame cannot be brought there; a new one is needed then. */
export function bringBack(element: HTMLElement, { parent, slotName }: Place): boolean {
  if (!element.isConnected) return false
  if (element.parentElement !== parent && !move(element, parent)) return false
  element.slot = slotName ?? ''
  setStyles(element, SHOWN)
  return true
}

function move(element: HTMLElement, parent: Element): boolean {
  const { moveBefore } = parent as MovingParent
  if (!moveBefore) return false
  try {
    moveBefore.call(parent, element, null)
    return true
  } catch {
    // It belongs to another document, or to a detached tree.
    return false
  }
}
