/** Every request of every call is lost, late or answered by something else: nothing is ever executed twice. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ProviderCall } from '../../src/kit/index.ts'
import type { FaultKind } from '../../twins/adyen/http/faults.ts'
import { type ConnectedTwin, connectTwin, outcomeOf } from './at-twin.ts'
import {
  authorization,
  AUTHENTICATED_BY_ADYEN,
  continuation,
  newKey,
  operation,
  order,
  undoOf,
} from './messages.ts'

let connected: ConnectedTwin

beforeAll(async () => {
  connected = await connectTwin()
})

afterAll(async () => {
  const { twin } = connected
  process.stdout.write(`adyen, lost answers: checked ${JSON.stringify(twin.contract().checked)}\n`)
  expect([twin.contract().breaches, twin.crashes(), twin.misuses()]).toEqual([[], [], []])
  await twin.close()
})

/** The meaning of each fault: whether the first request ran, and how the call ends. */
const FAULTS: Readonly<Record<Exclude<FaultKind, 'late' | 'arrives-late'>, 'unknown' | 'refuse'>> = {
  'request-lost': 'unknown',
  'answer-lost': 'unknown',
  'html-502': 'unknown',
  'html-502-after': 'unknown',
  'error-500': 'unknown',
  'error-500-after': 'unknown',
  'rate-limit': 'refuse',
}

const withoutEnd = () => ({ ...order('provider-redirect-idl', 'EUR'), expires_in_seconds: null })
const lastPsp = () => [...connected.twin.world.payments.keys()].at(-1) ?? ''
const bookOf = (psp: string) => connected.twin.books().find((one) => one.psp === psp)

async function hold(change: Parameters<typeof authorization>[0] = {}) {
  const payment = authorization({ transaction_type: 'AUTHORIZE', ...change })
  const { refs, state } = outcomeOf(await connected.call({ name: 'authorize', message: payment }))
  return { payment, names: { psp: refs?.[0] ?? '', state: state ?? null } }
}

async function beginChallenge() {
  const payment = authorization({ number: '5201281505129736', ...AUTHENTICATED_BY_ADYEN })
  const end = await connected.call({ name: 'authorize', message: payment })
  if (end.kind !== 'answer' || !('state' in end.answer)) throw new Error('nobody is asked')
  return { payment, state: end.answer.state ?? '' }
}

interface Prepared {
  readonly call: ProviderCall
  readonly psp: string
  /** The twin's record once the call was executed. */
  readonly done: object
}

/** A call that moves money, each about a payment of its own. */
const CALLS: Readonly<Record<string, () => Promise<Prepared>>> = {
  async capture() {
    const { payment, names } = await hold()
    const message = operation('CAPTURE', payment, names, 600)
    return { call: { name: 'operate', message }, psp: names.psp, done: { captured: 600 } }
  },
  async increment() {
    const { payment, names } = await hold({ options: { authorisation_type: 'PreAuth' } })
    const message = { ...operation('INCREMENT', payment, names, 300), authorized_amount: 1_350 }
    return { call: { name: 'operate', message }, psp: names.psp, done: { held: 1_350 } }
  },
  async refund() {
    const { payment, names } = await hold({ transaction_type: 'PURCHASE' })
    const message = operation('REFUND', payment, names, 400)
    return { call: { name: 'operate', message }, psp: names.psp, done: { captured: 1_050, refunded: 400 } }
  },
  async 'void of an authorization'() {
    const { payment, names } = await hold()
    const message = operation('VOID', payment, names, 1_050)
    return { call: { name: 'operate', message }, psp: names.psp, done: { status: 'cancelled' } }
  },
  async 'void of a purchase'() {
    const { payment, names } = await hold({ transaction_type: 'PURCHASE' })
    const message = operation('VOID', payment, names, 1_050)
    return { call: { name: 'operate', message }, psp: names.psp, done: { refunded: 1_050 } }
  },
  async undo() {
    const { payment, names } = await hold({ transaction_type: 'PURCHASE' })
    return {
      call: { name: 'undo', message: undoOf(payment, names.psp) },
      psp: names.psp,
      done: { refunded: 1_050 },
    }
  },
  async 'undo by our reference'() {
    const { payment, names } = await hold()
    return {
      call: { name: 'undo', message: undoOf(payment, null) },
      psp: names.psp,
      done: { status: 'cancelled' },
    }
  },
  async 'cancellation of an order'() {
    const message = order('partner-blik', 'PLN', { blik_code: '777123' })
    const { refs, state = null } = outcomeOf(await connected.call({ name: 'order', message }))
    const cancellation = {
      idempotency_key: newKey(),
      key: message.idempotency_key,
      state,
      provider_reference: refs?.[0] ?? null,
    }
    return { call: { name: 'cancel', message: cancellation }, psp: lastPsp(), done: { status: 'cancelled' } }
  },
  async continuation() {
    const { payment, state } = await beginChallenge()
    const message = continuation(payment, state, { kind: 'FINGERPRINT', three_ds_comp_ind: 'Y' })
    return {
      call: { name: 'continue', message },
      psp: lastPsp(),
      done: { captured: 1_050, status: 'authorised' },
    }
  },
}

describe.each(Object.entries(FAULTS) as [FaultKind, 'unknown' | 'refuse'][])('%s', (kind, end) => {
  it.each(Object.entries(CALLS))('%s is executed once, however often it is sent', async (_, prepare) => {
    const { call, psp, done } = await prepare()
    const state = 'state' in call.message ? (call.message.state ?? null) : null
    connected.twin.faults.plan({ kind, path: '^/v72/' })
    expect(await connected.call(call, state)).toMatchObject({ kind: end })
    connected.readNewEvents()
    await connected.call(call, state)
    // A repetition is answered as what ran, and never refused.
    expect(await connected.call(call, state)).toMatchObject({ kind: 'answer' })
    expect(bookOf(psp)).toMatchObject(done)
    // One event at most reports it: what ran before the answer was lost does not run again.
    expect(connected.readNewEvents().filter((event) => event.kind === 'OUTCOME').length).toBeLessThanOrEqual(
      1,
    )
  })

  it.each([
    ['a card payment', (): ProviderCall => ({ name: 'authorize', message: authorization() })],
    // A request contains the time at which an order expires, so two requests for such an order are never equal.
    ['an order', (): ProviderCall => ({ name: 'order', message: withoutEnd() })],
  ] as const)('%s is executed once, however often it is sent', async (_, make) => {
    const call = make()
    connected.twin.faults.plan({ kind, path: '/payments$' })
    expect(await connected.call(call)).toMatchObject({ kind: end })
    await connected.call(call)
    await connected.call(call)
    connected.readNewEvents()
    const { idempotency_key: key } = call.message as { readonly idempotency_key: string }
    expect(connected.twin.books().filter(({ reference }) => reference === key)).toHaveLength(1)
  })

  it.each(['AUTHORIZE', 'PURCHASE'] as const)(
    'a lost %s leaves nothing with Adyen once it is undone',
    async (type) => {
      const payment = authorization({ transaction_type: type })
      connected.twin.faults.plan({ kind, path: '/payments$' })
      expect(await connected.call({ name: 'authorize', message: payment })).toMatchObject({ kind: end })
      connected.readNewEvents()
      await connected.call({ name: 'undo', message: undoOf(payment, null) })
      const entries = connected.twin.books().filter(({ reference }) => reference === payment.idempotency_key)
      expect(entries.length).toBeLessThanOrEqual(1)
      expect(entries.every(({ held, captured, refunded }) => held === 0 && captured === refunded)).toBe(true)
      const [event] = connected.readNewEvents()
      const hasArrived = entries.length === 1
      expect(event).toMatchObject({
        call: 'undo',
        outcome: { processing_code: hasArrived ? '0000' : '1000' },
      })
    },
  )
})
