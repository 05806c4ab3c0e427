import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import type { BookEntry } from '../../twins/stripe/books.ts'
import type { FaultKind } from '../../twins/stripe/http/faults.ts'
import type { StripeTwin } from '../../twins/stripe/stripe-twin.ts'
import { startStripeTwin } from '../../twins/stripe/twin.ts'
import { type Earlier, newKey, type Terms } from './messages.ts'
import { followUp, type Known, payByCard } from './pay.ts'
import { API_KEY, type Ask, createSmallGateway } from './small-gateway.ts'

/**
 * Generated: operation × class of currency × fault × request that it hits. Whatever goes wrong, what a gateway believes in the end is what
 * Stripe's books say, and nothing happened twice.
 */
const FAULTS: readonly (FaultKind | 'none')[] = [
  'none',
  'request-lost',
  'answer-lost',
  'html-502',
  'html-502-after',
  'error-500',
  'error-500-after',
  'rate-limit',
  'lock-timeout',
]

/** ISO 4217 minor units, and the units that Stripe must receive. */
const CURRENCIES: readonly {
  readonly terms: Terms
  readonly part: number
  readonly theirs: number
  readonly theirPart: number
}[] = [
  { terms: { amount: 12_345, currency: 'EUR' }, part: 4_321, theirs: 12_345, theirPart: 4_321 },
  { terms: { amount: 12_345, currency: 'JPY' }, part: 4_321, theirs: 12_345, theirPart: 4_321 },
  { terms: { amount: 12_340, currency: 'KWD' }, part: 4_320, theirs: 12_340, theirPart: 4_320 },
  { terms: { amount: 12_345, currency: 'ISK' }, part: 4_321, theirs: 1_234_500, theirPart: 432_100 },
]

/** The request of the operation that the fault hits, counted among its writing requests. */
const STEPS = [1, 2, 3]

let twin: StripeTwin
let ask: Ask
let seen = 0

beforeAll(async () => {
  twin = await startStripeTwin({ apiKeys: [API_KEY] })
  ask = createSmallGateway(twin)
})
afterEach(() => {
  twin.faults.clear()
  expect(twin.crashes()).toEqual([])
})
afterAll(async () => {
  const { stripe, sha256, checked } = twin.contract()
  process.stdout.write(`stripe ${stripe} ${sha256.slice(0, 12)}: checked ${JSON.stringify(checked)}\n`)
  await twin.close()
})

function plan(kind: FaultKind | 'none', nth: number): void {
  if (kind !== 'none') twin.faults.plan({ kind, method: 'POST', path: '^/v1/', nth })
}

/** The books of the payment that was made last. */
function book(): BookEntry | undefined {
  return twin.books().at(-1)
}

const CASES = CURRENCIES.flatMap((currency) =>
  FAULTS.flatMap((fault) => (fault === 'none' ? [1] : STEPS).map((nth) => ({ ...currency, fault, nth }))),
)
const title = '$terms.currency, $fault at request $nth'

/** An approved operation must be in the books once; a declined one must not be there at all. */
function compare(
  known: Known,
  { asked, theirs, fault }: { asked: Terms; theirs: number; fault: string },
  taken: (entry: BookEntry) => number,
): void {
  const entries = twin.books().slice(seen)
  seen = twin.books().length
  const sum = entries.reduce((total, entry) => total + taken(entry), 0)
  const isApproved = known.kind === 'outcome' && known.outcome.processing_code === '0000'
  expect(known.kind, JSON.stringify(known)).not.toBe('unresolved')
  expect(sum).toBe(isApproved ? theirs : 0)
  if (fault === 'none') expect(isApproved, JSON.stringify(known)).toBe(theirs > 0)
  if (!isApproved) return
  expect(known.outcome).toMatchObject({
    idempotency_key: known.earlier.key,
    approved_amount: asked.amount,
    currency: asked.currency,
    account_id: 'acct-eur',
  })
}

describe('a purchase', () => {
  it.each(CASES)(title, async ({ terms, theirs, fault, nth }) => {
    plan(fault, nth)
    const known = await payByCard(ask, terms, '4242424242424242')
    compare(known, { asked: terms, theirs, fault }, (entry) => entry.capturedAmount + entry.heldAmount)
    expect(book()?.successfulCharges ?? 0).toBeLessThanOrEqual(1)
  })
})

describe('a declined purchase', () => {
  it.each(CASES)(title, async ({ terms, fault, nth }) => {
    plan(fault, nth)
    const known = await payByCard(ask, terms, '4000000000009995')
    compare(known, { asked: terms, theirs: 0, fault }, (entry) => entry.capturedAmount + entry.heldAmount)
    if (known.kind === 'outcome') expect(known.outcome.processing_code).not.toBe('0000')
  })
})

describe('a hold', () => {
  it.each(CASES)(title, async ({ terms, theirs, fault, nth }) => {
    plan(fault, nth)
    const known = await payByCard(ask, terms, '4242424242424242', { transaction_type: 'AUTHORIZE' })
    compare(known, { asked: terms, theirs, fault }, (entry) => entry.heldAmount)
    expect(book()?.capturedAmount ?? 0).toBe(0)
  })
})

async function held(terms: Terms): Promise<Earlier> {
  const known = await payByCard(ask, terms, '4242424242424242', { transaction_type: 'AUTHORIZE' })
  if (known.kind !== 'outcome') throw new Error(JSON.stringify(known))
  return known.earlier
}

async function paid(terms: Terms): Promise<Earlier> {
  const known = await payByCard(ask, terms, '4242424242424242')
  if (known.kind !== 'outcome') throw new Error(JSON.stringify(known))
  return known.earlier
}

describe('a partial capture', () => {
  it.each(CASES)(title, async ({ terms, part, theirPart, fault, nth }) => {
    const original = await held(terms)
    seen = twin.books().length - 1
    plan(fault, nth)
    const asked = { ...terms, amount: part }
    const known = await followUp(ask, asked, 'CAPTURE', original)
    compare(known, { asked, theirs: theirPart, fault }, (entry) => entry.capturedAmount)
    if (known.kind === 'outcome') expect(book()?.heldAmount).toBe(0)
  })
})

describe('a partial refund', () => {
  it.each(CASES)(title, async ({ terms, part, theirPart, fault, nth }) => {
    const original = await paid(terms)
    seen = twin.books().length - 1
    plan(fault, nth)
    const asked = { ...terms, amount: part }
    const known = await followUp(ask, asked, 'REFUND', original)
    compare(known, { asked, theirs: theirPart, fault }, (entry) => entry.refundedAmount)
  })
})

describe('two refunds of the same amount', () => {
  it.each(CURRENCIES)('are two, $terms.currency', async ({ terms, part, theirPart }) => {
    const original = await paid(terms)
    await followUp(ask, { ...terms, amount: part }, 'REFUND', original)
    await followUp(ask, { ...terms, amount: part }, 'REFUND', original)
    expect(book()?.refundedAmount).toBe(2 * theirPart)
    seen = twin.books().length
  })
})

describe('a void', () => {
  it.each(CASES)(title, async ({ terms, fault, nth }) => {
    const original = await held(terms)
    seen = twin.books().length
    plan(fault, nth)
    const known = await followUp(ask, terms, 'VOID', original)
    expect(known.kind, JSON.stringify(known)).not.toBe('unresolved')
    const isReleased = book()?.status === 'canceled'
    if (fault === 'none') expect(isReleased).toBe(true)
    expect(known.kind === 'outcome' && known.outcome.processing_code === '0000').toBe(isReleased)
    expect(book()?.capturedAmount).toBe(0)
  })
})

describe('an increment', () => {
  it.each(CASES)(title, async ({ terms, part, theirs, theirPart, fault, nth }) => {
    const original = await held(terms)
    seen = twin.books().length - 1
    plan(fault, nth)
    const asked = { ...terms, amount: part }
    const known = await followUp(ask, asked, 'INCREMENT', original, {
      authorized_amount: terms.amount + part,
    })
    compare(known, { asked, theirs: theirPart, fault }, (entry) => entry.heldAmount - theirs)
    expect(book()?.capturedAmount).toBe(0)
  })

  it('is followed by another one, and all of it is captured', async () => {
    const original = await held({ amount: 10_000, currency: 'EUR' })
    const raise = async (authorized_amount: number) =>
      followUp(ask, { amount: 5_000, currency: 'EUR' }, 'INCREMENT', original, { authorized_amount })
    expect(await raise(15_000)).toMatchObject({
      outcome: { processing_code: '0000', approved_amount: 5_000 },
    })
    expect(await raise(20_000)).toMatchObject({
      outcome: { processing_code: '0000', approved_amount: 5_000 },
    })
    const capture = await followUp(ask, { amount: 19_000, currency: 'EUR' }, 'CAPTURE', original)
    expect(capture).toMatchObject({ outcome: { processing_code: '0000', approved_amount: 19_000 } })
    expect(book()).toMatchObject({ capturedAmount: 19_000, heldAmount: 0 })
    seen = twin.books().length
    expect(await raise(25_000)).toEqual({ kind: 'not executed', reason: 'the payment is succeeded' })
  })
})

describe('a refund that is repeated while its first request is in progress', () => {
  it('is made once', async () => {
    const original = await paid(CURRENCIES[0]?.terms ?? { amount: 0, currency: '' })
    const key = { idempotency_key: newKey() }
    const asked = { amount: 100, currency: 'EUR' }
    twin.faults.plan({ kind: 'late', method: 'POST', path: '^/v1/refunds$' })
    const first = followUp(ask, asked, 'REFUND', original, key)
    await expect.poll(() => book()?.refundedAmount).toBe(100)
    const second = await followUp(ask, asked, 'REFUND', original, key)
    twin.release()
    expect(await first).toMatchObject({ kind: 'outcome', outcome: { processing_code: '0000' } })
    expect(second).toMatchObject({ kind: 'outcome', outcome: { processing_code: '0000' } })
    expect(book()?.refundedAmount).toBe(100)
  })
})

it('every request was what the contract of Stripe allows', () => {
  expect(twin.contract().breaches).toEqual([])
})
