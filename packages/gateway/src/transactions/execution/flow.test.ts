import { CARD_METHOD_TYPES } from '@sluice/types/vocabulary'
import { expect, it } from 'vitest'

import { makeTransaction } from '../../../test/transaction-fixtures.ts'
import { rulesOfFlow } from './flow.ts'

const paidWith = (type: string) => ({
  paymentMethod: { ...makeTransaction().paymentMethod, type: type as 'card' },
})

it.each(CARD_METHOD_TYPES)(
  'does not withdraw a payment with %s at its provider, and reverses late money',
  (type) => {
    expect(rulesOfFlow(makeTransaction(paidWith(type)))).toEqual({
      isGivenUp: false,
      lateMoney: 'reverse',
    })
  },
)

it('withdraws an expired order at another provider, but not a payout', () => {
  expect(rulesOfFlow(makeTransaction(paidWith('paypal')))).toEqual({
    isGivenUp: true,
    lateMoney: 'reverse',
  })
  expect(rulesOfFlow(makeTransaction({ ...paidWith('paypal'), transactionType: 'PAYOUT' }))).toEqual({
    isGivenUp: false,
    lateMoney: 'reverse',
  })
})

it('reports late money of a capture, a refund or a void to the operator', () => {
  expect(rulesOfFlow(makeTransaction({ parentId: 'parent-1' }))).toEqual({
    isGivenUp: false,
    lateMoney: 'tell-a-person',
  })
})
