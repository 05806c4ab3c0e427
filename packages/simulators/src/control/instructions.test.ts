import { expect, it } from 'vitest'

import { createInstructions } from './instructions.ts'

const FAULT = { simulated_fault: 'SERVER_ERROR' }
const DECLINE = { response_code: '1000' }

it('are taken in their order, by requests of their merchant and kind, as often as they say', () => {
  const instructions = createInstructions()
  instructions.add({ merchantId: 'shop', movement: 'ORDER', metadata: DECLINE, requests: 1 })
  instructions.add({ merchantId: 'shop', movement: 'AUTHORIZATION', metadata: FAULT, requests: 2 })
  instructions.add({ merchantId: 'shop', movement: 'AUTHORIZATION', metadata: DECLINE, requests: 1 })
  expect(instructions.take('other', 'AUTHORIZATION')).toBeNull()
  expect(instructions.take('shop', 'OPERATION')).toBeNull()
  const taken = [1, 2, 3, 4].map(() => instructions.take('shop', 'AUTHORIZATION'))
  expect(taken).toEqual([FAULT, FAULT, DECLINE, null])
  expect(instructions.take('shop', 'ORDER')).toEqual(DECLINE)
})

it('go with their merchant', () => {
  const instructions = createInstructions()
  for (const merchantId of ['shop', 'other'])
    instructions.add({ merchantId, movement: 'ORDER', metadata: DECLINE, requests: 1 })
  instructions.removeMerchant('shop')
  expect(instructions.take('shop', 'ORDER')).toBeNull()
  expect(instructions.take('other', 'ORDER')).toEqual(DECLINE)
})
