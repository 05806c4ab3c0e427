/** Does what need not be there when the shopper first sees the page, once that has been painted. */
export function afterPaint(work: () => void): void {
  // A frame's callbacks run before it is painted, and tasks after it.
  requestAnimationFrame(() => setTimeout(work))
}
