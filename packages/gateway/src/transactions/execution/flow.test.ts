import { CARD_METHOD_TYPES } from '@sluice/types/vocabulary'
import { expect, it } from 'vitest'

import { makeTransaction } from '../../../test/transaction-fixtures.ts'
import { rulesOfFlow } from './flow.ts'

const paidWith = (type: string) => ({
  paymentMethod: { ...makeTransaction().paymentMethod, type: type as 'card' },
})

it.each(CARD_METHOD_TYPES)(
  'a payment with %s is not given up at its provider, and late money is reversed',
  (type) => {
    expect(rulesOfFlow(makeTransaction(paidWith(type)))).toEqual({
      isGivenUp: false,
      lateMoney: 'reverse',
    })
  },
)

it('an order at another provider is given up once its time is over, and a payout is not', () => {
  expect(rulesOfFlow(makeTransaction(paidWith('paypal')))).toEqual({
    isGivenUp: true,
    lateMoney: 'reverse',
  })
  expect(rulesOfFlow(makeTransaction({ ...paidWith('paypal'), transactionType: 'PAYOUT' }))).toEqual({
    isGivenUp: false,
    lateMoney: 'reverse',
  })
})

it('late money of a capture, a refund or a void is told to a person', () => {
  expect(rulesOfFlow(makeTransaction({ parentId: 'parent-1' }))).toEqual({
    isGivenUp: false,
    lateMoney: 'tell-a-person',
  })
})
