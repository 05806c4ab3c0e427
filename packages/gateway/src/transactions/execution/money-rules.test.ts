import { MANAGE_TYPES, TRANSACTION_STATUSES, TRANSACTION_TYPES } from '@sluice/types/vocabulary'
import { describe, expect, it } from 'vitest'

import { makeTransaction, NOW_MS } from '../../../test/transaction-fixtures.ts'
import { beginDeadlines, beginMoney, type Money } from './money.ts'
import { findEffect, findLimitMinor } from './money-rules.ts'

type Type = (typeof TRANSACTION_TYPES)[number]

const DAY_MS = 86_400_000

function makeParent(transactionType: Type, changes: Partial<Money> = {}) {
  const money = beginMoney({ transactionType, amountMinor: 10_000 })
  return makeTransaction({
    transactionType,
    status: 'APPROVED',
    processingCode: '0000',
    ...(money && { money: { ...money, ...beginDeadlines(transactionType, NOW_MS), ...changes } }),
  })
}

describe('the operations that each transaction allows', () => {
  const allowed = {
    CAPTURE: ['AUTHORIZE'],
    REFUND: ['PURCHASE', 'PAYMENT', 'CAPTURE'],
    VOID: ['PURCHASE', 'AUTHORIZE', 'CAPTURE'],
    INCREMENT: ['AUTHORIZE'],
    EXTEND: ['AUTHORIZE'],
  } as const
  // A payment cannot be voided, although it has taken money.
  it.each(MANAGE_TYPES)('%s: the listed types, all of their money, and nothing else', (operation) => {
    for (const type of TRANSACTION_TYPES) {
      const isListed = (allowed[operation] as readonly Type[]).includes(type)
      expect(findLimitMinor(operation, makeParent(type), NOW_MS), type).toBe(isListed ? 10_000 : null)
      if (isListed) expect(findEffect(operation, type)).toBeDefined()
      else expect(() => findEffect(operation, type)).toThrow('moves no money')
    }
  })

  it.each(TRANSACTION_STATUSES.filter((status) => status !== 'APPROVED'))(
    'nothing to a transaction that is %s',
    (status) => {
      for (const operation of MANAGE_TYPES) {
        for (const type of TRANSACTION_TYPES) {
          const parent = makeTransaction({ transactionType: type, status })
          expect(findLimitMinor(operation, parent, NOW_MS)).toBeNull()
        }
      }
    },
  )

  it.each([
    ['CAPTURE', 'AUTHORIZE', { capturedMinor: 4_000 }, 6_000],
    ['CAPTURE', 'AUTHORIZE', { capturedMinor: 4_000, finalCapture: true }, null],
    ['CAPTURE', 'AUTHORIZE', { capturedMinor: 10_000 }, null],
    ['CAPTURE', 'AUTHORIZE', { capturedMinor: 3_000, voidedMinor: 2_000 }, 5_000],
    ['CAPTURE', 'AUTHORIZE', { voidedMinor: 10_000 }, null],
    ['VOID', 'AUTHORIZE', { capturedMinor: 4_000 }, 6_000],
    ['VOID', 'AUTHORIZE', { capturedMinor: 4_000, finalCapture: true }, null],
    ['VOID', 'AUTHORIZE', { voidedMinor: 10_000 }, null],
    ['REFUND', 'PURCHASE', { refundedMinor: 4_000 }, 6_000],
    ['REFUND', 'CAPTURE', { refundedMinor: 10_000 }, 0],
    ['REFUND', 'PURCHASE', { capturedMinor: 0, voidedMinor: 10_000 }, null],
    ['VOID', 'PURCHASE', { refundedMinor: 1 }, null],
    ['VOID', 'CAPTURE', { capturedMinor: 0, voidedMinor: 10_000 }, null],
  ] as const)('%s of %s with %o: at most %s', (operation, type, changes, limitMinor) => {
    expect(findLimitMinor(operation, makeParent(type, changes), NOW_MS)).toBe(limitMinor)
  })

  it.each([
    ['CAPTURE', 'AUTHORIZE', 7 * DAY_MS],
    ['REFUND', 'PURCHASE', 365 * DAY_MS],
    // 10:00 to 23:59.
    ['VOID', 'PURCHASE', 13 * 3_600_000 + 59 * 60_000],
  ] as const)('%s of %s until its deadline', (operation, type, lastsMs) => {
    const parent = makeParent(type)
    expect(findLimitMinor(operation, parent, NOW_MS + lastsMs - 1)).toBe(10_000)
    expect(findLimitMinor(operation, parent, NOW_MS + lastsMs)).toBeNull()
  })

  it.each([
    ['CAPTURE', 'AUTHORIZE', { captured: 1, refunded: 0, voided: 0 }],
    ['REFUND', 'CAPTURE', { captured: 0, refunded: 1, voided: 0 }],
    ['VOID', 'AUTHORIZE', { captured: 0, refunded: 0, voided: 1 }],
    ['VOID', 'PURCHASE', { captured: -1, refunded: 0, voided: 1 }],
  ] as const)('%s of %s changes the money of its parent by %o', (operation, type, effect) => {
    expect(findEffect(operation, type)).toEqual(effect)
  })

  it('money without deadlines can be moved at any time', () => {
    const parent = makeTransaction({ transactionType: 'PURCHASE', status: 'APPROVED' })
    const undated = { settlesAtMs: null, refundableUntilMs: null, authorizationExpiresAtMs: null }
    const later = NOW_MS + 1_000 * DAY_MS
    for (const operation of ['REFUND', 'VOID'] as const) {
      expect(findLimitMinor(operation, parent, later)).toBe(10_000)
      expect(findLimitMinor(operation, makeParent('PURCHASE', undated as Partial<Money>), later)).toBe(10_000)
    }
  })

  it('an expired authorization can still be released', () => {
    expect(findLimitMinor('VOID', makeParent('AUTHORIZE'), NOW_MS + 8 * DAY_MS)).toBe(10_000)
  })
})
