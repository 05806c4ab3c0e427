import { toAsciiDigits } from '@sluice/shared/ascii-digits'

/**
 * The digits next to which a caret stays when the text is reformatted: those before it (a number loses digits at its
 * end) or those after it (a month gains a leading zero).
 */
export type CaretAnchor = 'before' | 'after'

/** Returns the caret's position in `formatted` for one in `raw`. Positions are UTF-16 indexes. */
export function moveCaret(raw: string, caret: number, formatted: string, anchor: CaretAnchor): number {
  if (caret >= raw.length) return formatted.length
  return anchor === 'before'
    ? endOfDigits(formatted, countDigits(raw.slice(0, caret)))
    : skipGap(formatted, startOfDigits(formatted, countDigits(raw.slice(caret))), -1)
}

function countDigits(text: string): number {
  return toAsciiDigits(text).replace(/\D/g, '').length
}

function endOfDigits(text: string, count: number): number {
  let index = 0
  while (index < text.length && countDigits(text.slice(0, index)) < count) index += 1
  return index
}

function startOfDigits(text: string, count: number): number {
  let index = text.length
  while (index > 0 && countDigits(text.slice(index)) < count) index -= 1
  return index
}

/** Returns the caret's new position if a deletion would hit a gap: next to the intended digit. `-1` is backward. */
export function skipGap(text: string, caret: number, step: -1 | 1): number {
  let place = caret
  while (/\D/.test(text.charAt(Math.min(place, place + step)))) place += step
  return place
}
