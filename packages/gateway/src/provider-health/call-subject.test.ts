import { Secret } from '@sluice/platform/kernel/secret'
import { expect, it } from 'vitest'

import { type CallSubject, differ } from './call-subject.ts'

const of = (merchantId: string, card: string | null): CallSubject => ({
  merchantId,
  card: card === null ? null : new Secret(card),
})

it.each([
  ['two merchants', of('m-1', null), of('m-2', null), true],
  ['two merchants with one card', of('m-1', '4111'), of('m-2', '4111'), true],
  ['two cards', of('m', '4111'), of('m', '4222'), true],
  ['one card', of('m', '4111'), of('m', '4111'), false],
  ['no card', of('m', null), of('m', null), false],
  ['a card and none', of('m', '4111'), of('m', null), false],
])('distinguishes calls of %s: %j', (_, one, other, expected) => {
  expect(differ(one, other)).toBe(expected)
})
