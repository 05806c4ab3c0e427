import { describe, expect, it } from 'vitest'

import { makeTransaction } from '../../../test/transaction-fixtures.ts'
import { NO_RECORDS, type RecordSums } from '../records/record.ts'
import { beginDeadlines, beginMoney, moneyOf, openMinor, overdrawnMinor, refundableMinor } from './money.ts'

const DAY_MS = 86_400_000
const at = (time: string) => Date.parse(`2026-11-21T${time}Z`)

describe('the money of an approved transaction', () => {
  it.each([
    ['AUTHORIZE', 0, 500],
    ['PURCHASE', 500, 0],
    ['PAYMENT', 500, 0],
    ['CAPTURE', 500, 0],
  ] as const)('%s: captured %i, open %i', (type, capturedMinor, open) => {
    const money = beginMoney({ transactionType: type, amountMinor: 500 })
    const finalCapture = capturedMinor > 0
    expect(money).toEqual({
      authorizedMinor: 500,
      capturedMinor,
      refundedMinor: 0,
      voidedMinor: 0,
      finalCapture,
    })
    expect(money && openMinor(money)).toBe(open)
  })

  it.each(['PAYOUT', 'REFUND', 'VOID'] as const)('%s has none', (type) => {
    expect(beginMoney({ transactionType: type, amountMinor: 500 })).toBeNull()
  })

  it('does not exist before the approval', () => {
    expect(moneyOf(makeTransaction({ status: 'PENDING' }))).toBeNull()
    expect(moneyOf(makeTransaction({ status: 'DECLINED' }))).toBeNull()
    expect(moneyOf(makeTransaction({ status: 'APPROVED' }))).toMatchObject({ capturedMinor: 10_000 })
  })

  it('has no open amount after a final capture, however little that took', () => {
    const money = { authorizedMinor: 500, capturedMinor: 1, refundedMinor: 0, voidedMinor: 0 }
    expect(openMinor({ ...money, finalCapture: false })).toBe(499)
    expect(openMinor({ ...money, finalCapture: true })).toBe(0)
  })
})

describe('the deadlines of an approved transaction', () => {
  it.each([
    ['00:00:00.000', at('23:59:00.000')],
    ['23:58:59.999', at('23:59:00.000')],
    ['23:59:00.000', at('23:59:00.000') + DAY_MS],
    ['23:59:59.999', at('23:59:00.000') + DAY_MS],
  ])('a purchase of %s settles at the next 23:59 UTC', (time, settlesAtMs) => {
    expect(beginDeadlines('PURCHASE', at(time)).settlesAtMs).toBe(settlesAtMs)
  })

  it('are a year for refunds and a week for authorizations', () => {
    const nowMs = at('10:00:00')
    expect(beginDeadlines('CAPTURE', nowMs)).toEqual({
      settlesAtMs: at('23:59:00'),
      refundableUntilMs: nowMs + 365 * DAY_MS,
      authorizationExpiresAtMs: null,
    })
    expect(beginDeadlines('AUTHORIZE', nowMs)).toEqual({
      settlesAtMs: null,
      refundableUntilMs: null,
      authorizationExpiresAtMs: nowMs + 7 * DAY_MS,
    })
  })
})

describe('money after records', () => {
  const money = {
    authorizedMinor: 100,
    capturedMinor: 100,
    refundedMinor: 100,
    voidedMinor: 0,
    finalCapture: true,
  }
  const after = (records: Partial<RecordSums>) => ({ ...money, records: { ...NO_RECORDS, ...records } })

  it.each<[string, Partial<RecordSums>, number, number]>([
    ['a refund that failed can be made again', { refundFailedMinor: 100 }, 100, 0],
    ['a refund that fails twice is for people', { refundFailedMinor: 200 }, 0, 100],
    ['a dispute leaves nothing to refund', { refundFailedMinor: 100, disputedMinor: 100 }, 0, 0],
    ['what is reinstated twice adds nothing', { refundFailedMinor: 100, disputedMinor: -100 }, 100, 0],
    ['a return after a refund overdraws', { returnedMinor: 40 }, 0, 40],
  ])('%s', (_, records, refundable, overdrawn) => {
    expect(refundableMinor(after(records))).toBe(refundable)
    expect(overdrawnMinor(after(records))).toBe(overdrawn)
  })
})
