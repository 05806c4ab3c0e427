/** Scrolls a line of links so that one is in its middle. `scrollIntoView` would also make the next Tab start from the link. */
export function showInLine(link: Element): void {
  const line = link.parentElement
  if (line === null) return
  const { left, right } = link.getBoundingClientRect()
  const around = line.getBoundingClientRect()
  line.scrollLeft += (left + right - around.left - around.right) / 2
}
