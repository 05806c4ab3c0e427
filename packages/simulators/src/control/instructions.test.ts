import { expect, it } from 'vitest'

import type { OperationRequest, Provider } from '../provider.ts'
import { createInstructions, followInstructions } from './instructions.ts'

const FAULT = { simulated_fault: 'SERVER_ERROR' }
const DECLINE = { response_code: '1000' }

it('are used in their order, by requests of their merchant and kind, as often as they say', () => {
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

it('are deleted with their merchant', () => {
  const instructions = createInstructions()
  for (const merchantId of ['shop', 'other'])
    instructions.add({ merchantId, movement: 'ORDER', metadata: DECLINE, requests: 1 })
  instructions.removeMerchant('shop')
  expect(instructions.take('shop', 'ORDER')).toBeNull()
  expect(instructions.take('other', 'ORDER')).toEqual(DECLINE)
})

it('are combined with those in the request itself, which take precedence', async () => {
  const instructions = createInstructions()
  const heard: unknown[] = []
  const operate = ({ metadata }: OperationRequest) => {
    heard.push(metadata)
    return Promise.reject(new Error('heard'))
  }
  const provider = followInstructions({ operate } as unknown as Provider, instructions)
  for (const metadata of [FAULT, DECLINE])
    instructions.add({ merchantId: 'shop', movement: 'OPERATION', metadata, requests: 1 })
  for (const metadata of [{ order: 7 }, { response_code: '1004' }, null]) {
    const request = { merchantId: 'shop', metadata } as unknown as OperationRequest
    await expect(provider.operate(request)).rejects.toThrow('heard')
  }
  expect(heard).toEqual([{ ...FAULT, order: 7 }, { response_code: '1004' }, {}])
})
