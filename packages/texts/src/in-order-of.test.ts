import { describe, expect, it } from 'vitest'

import { inOrderOf, listOf } from './in-order-of.ts'

const ENGLISH = { title: 'Card', labels: { number: 'Number', code: 'Code' }, close: 'Close' }
const SWEDISH = { title: 'Kort', labels: { number: 'Nummer', code: 'Kod' }, close: 'Stäng' }

describe('a language as a list', () => {
  it('gives the same texts under the English names', () => {
    expect(inOrderOf(ENGLISH, listOf(ENGLISH, SWEDISH) ?? '')).toEqual(SWEDISH)
  })

  it.each([
    ['lacks a text', { title: 'Kort', labels: { number: 'Nummer' }, close: 'Stäng' }],
    ['has them in another order', { close: 'Stäng', title: 'Kort', labels: SWEDISH.labels }],
    ['has one with the separator in it', { ...SWEDISH, close: 'Stäng | gå' }],
  ])('is refused if it %s', (_case, texts) => {
    expect(listOf(ENGLISH, texts)).toBeNull()
  })
})
