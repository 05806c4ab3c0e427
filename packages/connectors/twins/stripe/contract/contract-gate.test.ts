import { describe, expect, it } from 'vitest'

import { findRoute } from '../api/routes.ts'
import { parseForm } from '../http/form.ts'
import { createContractGate } from './contract-gate.ts'
import kept from './kept-contract.json' with { type: 'json' }
import { readStripeSchemas } from './stripe-schemas.ts'

function check(path: string, form: string) {
  const gate = createContractGate()
  const found = findRoute('POST', path)
  if (!found) throw new Error(path)
  return gate.request(found.route, parseForm(form))
}

describe('the contract of Stripe', () => {
  it('is that of the pinned version: read the change log of the package before you write another hash', () => {
    const { version, apiVersion, sha256, params, answers } = readStripeSchemas()
    expect({
      package: 'stripe',
      version,
      apiVersion,
      sha256,
      definitions: Object.keys({ ...params.definitions, ...answers.definitions }).length,
    }).toEqual(kept)
  })

  it('takes a request of its own', () => {
    expect(check('/v1/refunds', 'payment_intent=pi_1&amount=100&metadata[key]=k')).toEqual([])
  })

  it.each([
    ['a misspelt member', '/v1/refunds', 'payment_intnet=pi_1'],
    [
      'a misspelt member deep inside',
      '/v1/payment_intents',
      'amount=1&currency=eur&payment_method_options[card][tree_d_secure][cryptogram]=x',
    ],
    [
      'a word outside an enum that the package leaves open',
      '/v1/payment_intents',
      'amount=1&currency=eur&capture_method=manually',
    ],
    ['a number that is none', '/v1/refunds', 'amount=1e3'],
    ['a truth value that is none', '/v1/payment_intents', 'amount=1&currency=eur&confirm=yes'],
    [
      'a text where an object stands',
      '/v1/payment_intents',
      'amount=1&currency=eur&payment_method_data=card',
    ],
    ['a member that the method needs and lacks', '/v1/payment_intents', 'amount=1'],
    [
      'a member that the package no longer has',
      '/v1/payment_intents',
      'amount=1&currency=eur&payment_method_types[]=card',
    ],
  ])('refuses %s', (_, path, form) => {
    expect(check(path, form)).not.toEqual([])
  })

  it('refuses an answer and an event with a misspelt member, and counts what it saw', () => {
    const gate = createContractGate()
    const found = findRoute('GET', '/v1/refunds/re_1')
    if (!found) throw new Error('no route')
    gate.answer(found.route, { ...REFUND, amont: 1 })
    gate.answer(found.route, REFUND)
    gate.event('refund.created', { ...EVENT, data: { object: { ...REFUND, object: 'refnd' } } })
    gate.event('refund.created', EVENT)
    const { checked, breaches } = gate.report()
    expect(checked).toMatchObject({ answers: 2, events: 2 })
    expect(breaches.map(({ of, what }) => `${of} ${what}`)).toEqual([
      'answer GET /v1/refunds/:id',
      'event refund.created',
    ])
  })
})

const REFUND = {
  id: 're_1',
  object: 'refund',
  amount: 100,
  balance_transaction: null,
  charge: 'ch_1',
  created: 1,
  currency: 'eur',
  customer: null,
  customer_account: null,
  metadata: {},
  payment_intent: 'pi_1',
  payment_method: null,
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded',
  transfer_reversal: null,
}

const EVENT = {
  id: 'evt_1',
  object: 'event',
  api_version: null,
  created: 1,
  data: { object: REFUND },
  livemode: false,
  pending_webhooks: 1,
  request: null,
  type: 'refund.created',
}
