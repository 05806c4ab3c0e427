import { describe, expect, it } from 'vitest'

import { moveCaret, skipGap } from './caret.ts'

/** `|` marks the caret. */
function at(marked: string): { text: string; caret: number } {
  return { text: marked.replace('|', ''), caret: marked.indexOf('|') }
}

describe('moveCaret', () => {
  it.each([
    ['4242 42|4242', '4242 42|42 42', 'before'],
    ['42424|', '4242 4|', 'before'],
    ['|4242 4', '|4242 4', 'before'],
    ['42|42a', '42|42', 'before'],
    ['1|2/30', '1|2 / 30', 'after'],
    ['|12/30', '|12 / 30', 'after'],
    ['12|/30', '12| / 30', 'after'],
    ['5|', '05|', 'after'],
    ['5| / 30', '05| / 30', 'after'],
    ['1|2 / 30', '1|2 / 30', 'after'],
  ] as const)('moves %j to %j', (raw, formatted, anchor) => {
    const before = at(raw)
    const after = at(formatted)
    expect(moveCaret(before.text, before.caret, after.text, anchor)).toBe(after.caret)
  })
})

describe('skipGap', () => {
  it.each([
    ['4242 |42', '4242| 42', -1],
    ['4242| 42', '4242 |42', 1],
    ['12 / |30', '12| / 30', -1],
    ['12| / 30', '12 / |30', 1],
    ['42|42', '42|42', -1],
  ] as const)('moves from %j to %j', (from, to, direction) => {
    const { text, caret } = at(from)
    expect(skipGap(text, caret, direction)).toBe(at(to).caret)
  })
})
