import { FINAL_STATUSES, TRANSACTION_TYPES } from '@sluice/types/vocabulary'
import { expect, it } from 'vitest'

import { describeEvent } from '../webhooks/describe-event.ts'
import { stateLabel } from './status-mark.ts'
import { TRANSACTION_TONES } from './tones.ts'

const PAYMENTS: readonly string[] = ['PURCHASE', 'AUTHORIZE', 'VERIFY', 'PAYMENT']

it.each(TRANSACTION_TYPES)('a failed %s is red, and only a payment may end without being one', (type) => {
  const tones = TRANSACTION_TONES[type]
  expect([tones.DECLINED, tones.INVALID]).toEqual(['bad', 'bad'])
  const expected = PAYMENTS.includes(type) ? 'ended' : 'bad'
  expect([tones.CANCELED, tones.SESSION_EXPIRED]).toEqual([expected, expected])
})

it.each([
  ['PURCHASE', 'good', 'Approved', 'Purchase approved'],
  ['CAPTURE', 'good', 'Captured', 'Captured'],
  ['REFUND', 'ended', 'Refunded', 'Refunded'],
  ['VOID', 'ended', 'Voided', 'Voided'],
  ['PAYOUT', 'ended', 'Paid out', 'Paid out'],
] as const)('an approved %s is %s and reads "%s"', (type, tone, word, event) => {
  expect(TRANSACTION_TONES[type].APPROVED).toBe(tone)
  expect(stateLabel(type, 'APPROVED')).toBe(word)
  expect(describeEvent(`transaction-svc:transaction:${type.toLowerCase()}:approved`)).toBe(event)
})

it('shows the status of what was not approved', () => {
  const others = FINAL_STATUSES.filter((status) => status !== 'APPROVED')
  expect(others.map((status) => stateLabel('REFUND', status))).toEqual([
    'Declined',
    'Canceled',
    'Invalid',
    'Expired',
  ])
  expect(describeEvent('transaction-svc:transaction:refund:declined')).toBe('Refund declined')
})
