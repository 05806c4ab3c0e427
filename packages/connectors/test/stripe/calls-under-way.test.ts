/** Several calls about one payment, whose answers were lost: each is found by its own key, in whatever order they ended. */
import type { ManageType } from '@sluice/types/vocabulary'
import { LIMITS } from '@sluice/types/vocabulary'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import type { StripeTwin } from '../../twins/stripe/stripe-twin.ts'
import { startStripeTwin } from '../../twins/stripe/twin.ts'
import { type Earlier, operationOf } from './messages.ts'
import { payByCard } from './pay.ts'
import { API_KEY, type Ask, createSmallGateway } from './small-gateway.ts'

let twin: StripeTwin
let ask: Ask

beforeAll(async () => {
  twin = await startStripeTwin({ apiKeys: [API_KEY] })
  ask = createSmallGateway(twin)
})
afterEach(() => expect([twin.crashes(), twin.contract().breaches]).toEqual([[], []]))
afterAll(() => twin.close())

async function hold(amount: number): Promise<Earlier> {
  const known = await payByCard(ask, { amount, currency: 'EUR' }, '4242424242424242', {
    transaction_type: 'AUTHORIZE',
  })
  if (known.kind !== 'outcome') throw new Error(JSON.stringify(known))
  return known.earlier
}

let keys = 0

/** Later keys follow earlier ones, like those of the gateway. They are as long as the protocol allows. */
function nextKey(): string {
  keys += 1
  return `0199d0f07d347c1e${keys.toString(16).padStart(24, '0')}`
}

/** Makes an operation, and returns what repeats its call, and what queries it by the state of its answer. */
async function operate(
  original: Earlier,
  operation: ManageType,
  amount: number,
  more: Parameters<typeof operationOf>[4] = {},
) {
  const key = nextKey()
  const message = operationOf({ amount, currency: 'EUR' }, key, operation, original, more)
  const made = await ask('operate', message, original.state)
  const state = made.kind === 'answer' ? (made.answer.state ?? null) : null
  const outcome = { idempotency_key: key, processing_code: '0000', approved_amount: amount }
  return {
    made,
    outcome,
    repeat: () => ask('operate', message, original.state),
    query: () => ask('find', { key, state, provider_reference: null }, state),
  }
}

type Operated = Awaited<ReturnType<typeof operate>>

async function expectBoth(first: Operated, second: Operated): Promise<void> {
  for (const { made, outcome, repeat, query } of [first, second]) {
    expect(made).toMatchObject({ kind: 'answer', answer: outcome })
    expect(await repeat()).toMatchObject({ kind: 'answer', answer: outcome })
    expect(await query()).toMatchObject({ kind: 'answer', answer: { found: true, outcome } })
  }
}

describe('two calls under way', () => {
  it('are two captures, the second of which is final', async () => {
    const original = await hold(10_000)
    const part = await operate(original, 'CAPTURE', 4_000, { final_capture: false })
    await expectBoth(part, await operate(original, 'CAPTURE', 5_000))
  })

  it('are a void whose cancellation was lost, and another one of what a declined capture held', async () => {
    const original = await hold(10_000)
    await operate(original, 'CAPTURE', 4_000, { final_capture: false })
    twin.faults.plan({ kind: 'request-lost', method: 'POST', path: '/cancel$' })
    const rest = await operate(original, 'VOID', 3_500)
    expect(rest.made.kind).toBe('unknown')
    const freed = await operate(original, 'VOID', 2_500)
    expect(freed.made).toMatchObject({ kind: 'answer', answer: freed.outcome })
    for (const { repeat, outcome } of [rest, freed])
      expect(await repeat()).toMatchObject({ kind: 'answer', answer: outcome })
  })

  it('are two increments', async () => {
    const original = await hold(10_000)
    const first = await operate(original, 'INCREMENT', 2_000, { authorized_amount: 12_000 })
    await expectBoth(first, await operate(original, 'INCREMENT', 3_000, { authorized_amount: 15_000 }))
  })

  it('are two refunds of the same amount', async () => {
    const original = await hold(10_000)
    await operate(original, 'CAPTURE', 10_000)
    await expectBoth(await operate(original, 'REFUND', 2_000), await operate(original, 'REFUND', 2_000))
  })
})

it('as many captures as an authorization allows fit into the metadata, which keeps the newest', async () => {
  const original = await hold(10_000)
  const captures: Operated[] = []
  for (let made = 0; made < LIMITS.CAPTURES_MAX_PER_AUTHORIZATION; made += 1)
    captures.push(await operate(original, 'CAPTURE', 100, { final_capture: false }))
  for (const { made, outcome } of captures) expect(made).toMatchObject({ kind: 'answer', answer: outcome })
  for (const { query, outcome } of captures.slice(-20))
    expect(await query()).toMatchObject({ answer: { found: true, outcome } })
})
