import { expect, it } from 'vitest'
import { SHOPPER_TEXTS } from '@sluice/types/vocabulary'
import { endingReason, endingSign, endingTone, isFinal } from './ending.ts'

it('shows the reason of a decline, but no reason that concerns the shop’s settings', () => {
  expect(endingReason('DECLINED', '1004')).toBe(SHOPPER_TEXTS.insufficientFunds)
  expect(endingReason('DECLINED', null)).toBe(SHOPPER_TEXTS.declined)
  expect(endingReason('CANCELED', '1003')).toBe(SHOPPER_TEXTS.canceled)
  expect(endingReason('SESSION_EXPIRED', '1005')).toBe(SHOPPER_TEXTS.timeIsOver)
  expect(endingReason('PENDING', '1002')).toBe(SHOPPER_TEXTS.processing)
})

it('only an approval looks like an approval', () => {
  expect(
    ['APPROVED', 'DECLINED', 'CANCELED', 'SESSION_EXPIRED', 'PENDING'].map((status) =>
      endingTone(status as never),
    ),
  ).toEqual(['good', 'bad', 'open', 'open', 'open'])
})

it('a running payment has not ended', () => {
  expect(['CREATED', 'PENDING', 'INVALID'].some(isFinal)).toBe(false)
  expect(['APPROVED', 'DECLINED', 'CANCELED', 'SESSION_EXPIRED'].every(isFinal)).toBe(true)
})

it('a canceled payment has no clock, and one that waits or expired has one', () => {
  expect(
    ['APPROVED', 'DECLINED', 'CANCELED', 'SESSION_EXPIRED', 'PENDING'].map((status) =>
      endingSign(status as never),
    ),
  ).toEqual(['approved', 'refused', 'stopped', 'waiting', 'waiting'])
})
