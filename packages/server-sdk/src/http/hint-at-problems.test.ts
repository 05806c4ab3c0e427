import { ENDPOINTS, validateRequest } from '@sluice/types'
import { expect, it } from 'vitest'
import { hintAtProblems } from './hint-at-problems.ts'

const { body: SCHEMA } = ENDPOINTS.createSession

const order = {
  terminal_id: 'T00000000001',
  reference: 'order-1',
  amount: 1850,
  currency: 'EUR',
  transaction_type: 'PURCHASE',
  return_url: 'https://shop.example/done',
}

function hintsOf(value: object): Readonly<Record<string, string | undefined>> {
  const validation = validateRequest(SCHEMA, value)
  if (validation.ok) return {}
  return Object.fromEntries(
    hintAtProblems(SCHEMA, value, validation.errors).map(({ property, hint }) => [property, hint]),
  )
}

it('suggests what was meant if the contract accepts it', () => {
  expect(hintsOf(order)).toEqual({})
  expect(hintsOf({ ...order, currency: 'eur' })).toEqual({ currency: 'write EUR' })
  expect(hintsOf({ ...order, currency: 'euros' })).toEqual({ currency: undefined })
  expect(hintsOf({ ...order, return_url: '/done' })).toEqual({
    return_url: 'use an absolute http(s) address',
  })
  const { return_url: returnUrl, ...others } = order
  expect(hintsOf({ ...others, returnUrl })).toMatchObject({ returnUrl: 'write return_url' })
  expect(hintsOf({ ...order, fooBar: 1 })).toEqual({ fooBar: undefined })
  expect(hintsOf({ ...order, returnUrl })).toEqual({ returnUrl: 'return_url is there' })
})
