import type { Operations, Timeline, Transaction } from '@sluice/types'
import { expect, it } from 'vitest'

import { listOperations } from './operations.ts'

/** Made on 2023-06-30 at 03:34 UTC. */
const ID = '01890a5d-ac96-774b-bcce-b302099a8057'
const SAME_DAY = new Date('2023-06-30T23:58:59Z')
const NEXT_DAY = new Date('2023-06-30T23:59:00Z')

const MONEY = {
  authorized_amount: 1000,
  captured_amount: 0,
  refunded_amount: 0,
  voided_amount: 0,
  open_amount: 0,
  final_capture: true,
}

function payment(type: string, operations: Partial<Operations>, status = 'APPROVED'): Transaction {
  const data = { operations: { ...MONEY, ...operations } }
  return { id: ID, transaction_type: type, status, amount: 1000, data } as unknown as Transaction
}

function timeline(...captures: string[]): Timeline {
  const data = captures.map((status, index) => ({
    kind: 'FOLLOW_UP',
    detail: { transaction_type: 'CAPTURE', transaction_id: `capture-${index}`, status },
  }))
  return { data, truncated: false } as unknown as Timeline
}

const told = (transaction: Transaction, entries: Timeline, now = SAME_DAY) =>
  listOperations(transaction, entries, now).map(({ type, parentId, maxMinor, isWhole }) =>
    [type, maxMinor, isWhole ? 'whole' : 'part', ...(parentId === ID ? [] : [parentId])].join(' '),
  )

it.each([
  ['a purchase', payment('PURCHASE', { captured_amount: 1000 }), ['REFUND 1000 part', 'VOID 1000 whole']],
  [
    'one refunded in part',
    payment('PURCHASE', { captured_amount: 1000, refunded_amount: 300 }),
    ['REFUND 700 part'],
  ],
  [
    'one with a dispute, a return and a refund that failed',
    payment('PURCHASE', {
      captured_amount: 1000,
      refunded_amount: 300,
      refund_failed_amount: 100,
      returned_amount: 50,
      disputed_amount: 250,
    }),
    ['REFUND 500 part'],
  ],
  [
    'one whose capture failed',
    payment('CAPTURE', { captured_amount: 1000, refunded_amount: 300, capture_failed_amount: 1000 }),
    [],
  ],
  ['one refunded', payment('PURCHASE', { captured_amount: 1000, refunded_amount: 1000 }), []],
  ['a payment', payment('PAYMENT', { captured_amount: 1000 }), ['REFUND 1000 part']],
  ['an authorization', payment('AUTHORIZE', { open_amount: 1000 }), ['CAPTURE 1000 part', 'VOID 1000 whole']],
  ['a decline', payment('PURCHASE', { captured_amount: 1000 }, 'DECLINED'), []],
])('to %s', (_, transaction, operations) => {
  expect(told(transaction, timeline())).toEqual(operations)
})

it('refunds an authorization at its capture, and only there', () => {
  const captured = payment('AUTHORIZE', { captured_amount: 600, open_amount: 400, refunded_amount: 100 })
  expect(told(captured, timeline('APPROVED', 'DECLINED'))).toEqual([
    'CAPTURE 400 part',
    'REFUND 500 part capture-0',
    'VOID 400 whole',
  ])
  expect(told(captured, timeline('APPROVED', 'APPROVED'))).toEqual(['CAPTURE 400 part', 'VOID 400 whole'])
})

it('voids a purchase until the end of its day in UTC', () => {
  const purchase = payment('PURCHASE', { captured_amount: 1000 })
  expect(told(purchase, timeline(), NEXT_DAY)).toEqual(['REFUND 1000 part'])
})

it('offers one capture of a payment whose provider captures once, and shows that it is the only one', () => {
  const once = payment('AUTHORIZE', {
    open_amount: 1000,
    may: { capture_several: false, increment: null, extend: null },
  })
  expect(listOperations(once, timeline(), SAME_DAY)[0]).toMatchObject({ type: 'CAPTURE', isOnce: true })
  const offered = listOperations(once, timeline('PENDING'), SAME_DAY).map(({ type }) => type)
  expect(offered).not.toContain('CAPTURE')
  const several = payment('AUTHORIZE', { open_amount: 1000 })
  expect(listOperations(several, timeline('APPROVED'), SAME_DAY)[0]).toMatchObject({
    type: 'CAPTURE',
    isOnce: false,
  })
})

it('raises and extends an authorization that can be captured, unless its provider does not', () => {
  const held = (may?: Operations['may']) =>
    payment('AUTHORIZE', { open_amount: 1500, capture_before: NEXT_DAY.toISOString(), ...(may && { may }) })
  expect(told(held(), timeline())).toEqual([
    'CAPTURE 1500 part',
    'VOID 1500 whole',
    'INCREMENT 1000 part',
    'EXTEND 1500 whole',
  ])
  const never = held({ capture_several: null, increment: false, extend: false })
  expect(told(never, timeline())).toEqual(['CAPTURE 1500 part', 'VOID 1500 whole'])
  expect(told(held(), timeline(), NEXT_DAY)).toEqual(['CAPTURE 1500 part', 'VOID 1500 whole'])
})
