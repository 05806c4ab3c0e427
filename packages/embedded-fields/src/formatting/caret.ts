import { toAsciiDigits } from './digits.ts'

/**
 * Which digits a caret stays beside when the text around it is written anew: those before it (a number loses digits at
 * its end) or those after it (a month gains a zero at its front).
 */
export type CaretAnchor = 'before' | 'after'

/** Where the caret of `raw` belongs in `formatted`. Positions are UTF-16 indexes. */
export function moveCaret(raw: string, caret: number, formatted: string, anchor: CaretAnchor): number {
  if (caret >= raw.length) return formatted.length
  return anchor === 'before'
    ? endOfDigits(formatted, countDigits(raw.slice(0, caret)))
    : skipGap(formatted, startOfDigits(formatted, countDigits(raw.slice(caret))), 'backward')
}

function countDigits(text: string): number {
  return toAsciiDigits(text).replace(/\D/g, '').length
}

function endOfDigits(text: string, count: number): number {
  let seen = 0
  for (let index = 0; index < text.length; index += 1) {
    if (seen === count) return index
    if (isDigit(text[index])) seen += 1
  }
  return text.length
}

function startOfDigits(text: string, count: number): number {
  let seen = 0
  for (let index = text.length; index > 0; index -= 1) {
    if (seen === count) return index
    if (isDigit(text[index - 1])) seen += 1
  }
  return 0
}

/** The caret's new place when a deletion would hit a gap: beside the digit that the person means. */
export function skipGap(text: string, caret: number, direction: 'backward' | 'forward'): number {
  let place = caret
  if (direction === 'backward') while (place > 0 && !isDigit(text[place - 1])) place -= 1
  else while (place < text.length && !isDigit(text[place])) place += 1
  return place
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9'
}
