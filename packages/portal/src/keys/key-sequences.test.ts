import { describe, expect, it } from 'vitest'

import { createKeyReader, isTyping, KEY_SEQUENCES } from './key-sequences.ts'

describe('keys', () => {
  it.each(KEY_SEQUENCES)('%s do %s', (keys, action) => {
    const read = createKeyReader()
    const done = keys.split(' ').map((key, index) => read(key, index * 100))
    expect(done.at(-1)).toBe(action)
    expect(done.slice(0, -1).every((each) => each === null)).toBe(true)
  })

  it('that come late start again', () => {
    const read = createKeyReader()
    expect([read('g', 0), read('p', 1_501)]).toEqual([null, null])
    expect([read('g', 2_000), read('p', 3_500)]).toEqual([null, '/payments'])
  })

  it('outside a sequence work on their own', () => {
    const read = createKeyReader()
    expect([read('g', 0), read('j', 1), read('p', 2)]).toEqual([null, 'next', null])
    expect([read('g', 3), read('g', 4), read('w', 5)]).toEqual([null, null, '/webhooks'])
  })

  it.each([
    ['INPUT', false, true],
    ['SELECT', false, true],
    ['TEXTAREA', false, true],
    ['DIV', true, true],
    ['BUTTON', false, false],
  ])('in %s (editable: %s) are typed: %s', (tagName, isContentEditable, expected) => {
    expect(isTyping({ tagName, isContentEditable })).toBe(expected)
    expect(isTyping(null)).toBe(false)
  })
})
