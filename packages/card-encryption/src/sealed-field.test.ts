import { expect, it } from 'vitest'
import { SUITES } from './hpke.ts'
import { isSuite, splitSealedField } from './sealed-field.ts'

it('an envelope of an unknown suite needs room for the shortest key: what is wrong with it is said by a later check', () => {
  const shortest = 39 + 32 + 16
  expect(splitSealedField(new Uint8Array(shortest - 1))).toBeUndefined()
  expect(splitSealedField(new Uint8Array(shortest))).toMatchObject({ version: 0 })
})

it('a suite is compared by both bytes of each id', () => {
  const suite = SUITES['HPKE-7']
  expect(isSuite(Uint8Array.of(0, 0x10, 0, 1, 0, 2), suite)).toBe(true)
  expect(isSuite(Uint8Array.of(1, 0x10, 0, 1, 0, 2), suite)).toBe(false)
  expect(isSuite(Uint8Array.of(0, 0x10, 0, 1, 1, 2), suite)).toBe(false)
})
