import { describe, expect, it } from 'vitest'

import { makeTransaction, NOW_MS } from '../../../test/transaction-fixtures.ts'
import { beginDeadlines, beginMoney, type Money } from '../execution/money.ts'
import type { Transaction } from '../execution/transaction.ts'
import { resolveParent } from './resolve-parent.ts'

function make(
  transactionType: 'AUTHORIZE' | 'PURCHASE' | 'CAPTURE',
  changes: Partial<Money> = {},
  status: Transaction['status'] = 'APPROVED',
): Transaction {
  const money = beginMoney({ transactionType, amountMinor: 10_000 })
  const deadlines = beginDeadlines(transactionType, NOW_MS)
  return makeTransaction({
    transactionType,
    status,
    ...(money && status === 'APPROVED' && { money: { ...money, ...deadlines, ...changes } }),
  })
}

const VOIDED = { capturedMinor: 0, voidedMinor: 10_000 }
const ALL_CAPTURED = { capturedMinor: 10_000, finalCapture: true }

const choose = (
  operation: 'CAPTURE' | 'REFUND' | 'VOID',
  transaction: Transaction,
  captures: readonly Transaction[] = [],
  isNamed = false,
) => resolveParent(operation, { transaction, captures, isNamed }, NOW_MS)

describe('the parent of an operation', () => {
  it('is the purchase with the reference', () => {
    const purchase = make('PURCHASE')
    expect(choose('REFUND', purchase)).toEqual({ kind: 'found', parent: purchase })
    expect(choose('VOID', purchase)).toEqual({ kind: 'found', parent: purchase })
    expect(choose('CAPTURE', purchase)).toEqual({ kind: 'unsuitable', parent: purchase })
  })

  it('for a refund is the only capture, whether the authorization was named or not', () => {
    const authorization = make('AUTHORIZE', ALL_CAPTURED)
    const capture = make('CAPTURE')
    for (const isNamed of [true, false]) {
      expect(choose('REFUND', authorization, [capture], isNamed)).toEqual({ kind: 'found', parent: capture })
    }
  })

  it('must be named if there are several', () => {
    const authorization = make('AUTHORIZE', { capturedMinor: 9_000 })
    const captures = [make('CAPTURE'), make('CAPTURE')]
    expect(choose('REFUND', authorization, captures, true)).toEqual({ kind: 'ambiguous' })
    expect(choose('VOID', authorization, captures)).toEqual({ kind: 'ambiguous' })
    expect(choose('VOID', authorization, captures, true)).toEqual({ kind: 'found', parent: authorization })
  })

  it('for a refund is the only capture with money left', () => {
    const [refunded, standing] = [make('CAPTURE', { refundedMinor: 10_000 }), make('CAPTURE')]
    for (const captures of [
      [refunded, standing],
      [standing, refunded],
    ]) {
      expect(choose('REFUND', make('AUTHORIZE', ALL_CAPTURED), captures)).toEqual({
        kind: 'found',
        parent: standing,
      })
    }
  })

  it('for a refund is a capture without money if none has any', () => {
    const captures = [
      make('CAPTURE', { refundedMinor: 10_000 }),
      make('CAPTURE', { refundedMinor: 10_000 }),
    ] as const
    expect(choose('REFUND', make('AUTHORIZE', ALL_CAPTURED), captures)).toEqual({
      kind: 'found',
      parent: captures[0],
    })
  })

  it('is never a voided capture', () => {
    const [voided, standing] = [make('CAPTURE', VOIDED), make('CAPTURE')]
    expect(choose('REFUND', make('AUTHORIZE', ALL_CAPTURED), [voided, standing])).toEqual({
      kind: 'found',
      parent: standing,
    })
  })

  it('for a void is the authorization before a capture, and the capture after it', () => {
    const [open, captured] = [make('AUTHORIZE'), make('AUTHORIZE', ALL_CAPTURED)]
    const capture = make('CAPTURE')
    expect(choose('VOID', open)).toEqual({ kind: 'found', parent: open })
    expect(choose('VOID', captured, [capture])).toEqual({ kind: 'found', parent: capture })
  })

  it('is named as the nearest one if none fits', () => {
    const authorization = make('AUTHORIZE')
    const pending = make('CAPTURE', {}, 'PENDING')
    expect(choose('REFUND', authorization)).toEqual({ kind: 'unsuitable', parent: authorization })
    expect(choose('REFUND', authorization, [pending])).toEqual({ kind: 'unsuitable', parent: pending })
    const several = [make('CAPTURE', {}, 'PENDING'), make('CAPTURE', {}, 'PENDING')]
    expect(choose('REFUND', authorization, several)).toEqual({ kind: 'unsuitable', parent: authorization })
  })
})
