import { expect, it } from 'vitest'
import { SHOPPER_TEXTS } from '@sluice/types/vocabulary'
import { endingReason, endingSign, endingTone, isFinal } from './ending.ts'

it('gives the reason of a decline, and no reason of the shop’s settings elsewhere', () => {
  expect(endingReason('DECLINED', '1004')).toBe(SHOPPER_TEXTS.insufficientFunds)
  expect(endingReason('DECLINED', null)).toBe(SHOPPER_TEXTS.declined)
  expect(endingReason('CANCELED', '1003')).toBe(SHOPPER_TEXTS.canceled)
  expect(endingReason('SESSION_EXPIRED', '1005')).toBe(SHOPPER_TEXTS.timeIsOver)
  expect(endingReason('PENDING', '1002')).toBe(SHOPPER_TEXTS.processing)
})

it('only an approval looks like one', () => {
  expect(
    ['APPROVED', 'DECLINED', 'CANCELED', 'SESSION_EXPIRED', 'PENDING'].map((status) =>
      endingTone(status as never),
    ),
  ).toEqual(['good', 'bad', 'open', 'open', 'open'])
})

it('a payment that runs is not over', () => {
  expect(['CREATED', 'PENDING', 'INVALID'].some(isFinal)).toBe(false)
  expect(['APPROVED', 'DECLINED', 'CANCELED', 'SESSION_EXPIRED'].every(isFinal)).toBe(true)
})

it('what the shopper stopped has no clock, and what waits or ran out of time has one', () => {
  expect(
    ['APPROVED', 'DECLINED', 'CANCELED', 'SESSION_EXPIRED', 'PENDING'].map((status) =>
      endingSign(status as never),
    ),
  ).toEqual(['approved', 'refused', 'stopped', 'waiting', 'waiting'])
})
