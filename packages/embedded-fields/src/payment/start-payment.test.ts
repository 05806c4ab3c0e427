import type { ClientEnvelope, ClientPaymentRequest, ClientSession } from '@sluice/types'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'

import type { ApiAnswer } from './client-api.ts'
import type { LoadedSession } from './load-session.ts'
import type { OrderedMethod } from './payment-order.ts'
import { startPayment, type StartPorts } from './start-payment.ts'
import type { RunningStep } from './step-memory.ts'
import { Unanswered } from './unanswered.ts'

const ENVELOPE = { result: null, action: null, redirect: null, form_submit: null } as ClientEnvelope
const KNOWN_STEP: RunningStep = { envelope: ENVELOPE, paymentData: 'handle' }
const CARD = { number: '4242424242424242', cvv: '123', expirationMonth: '1', expirationYear: '30' }
const KEY = makeKey()
const REVISION = 3
const LOST: ApiAnswer<never> = { kind: 'offline' }
const STILL_WORKED: ApiAnswer<never> = {
  kind: 'refused',
  status: 409,
  body: { error: 'Conflict', message: 'x' },
}
const KEY_UNKNOWN: ApiAnswer<never> = {
  kind: 'refused',
  status: 422,
  body: {
    errors: [
      {
        property: 'payment_method.data.encrypted_card_number',
        message: 'Encryption key is unknown or expired',
      },
    ],
  },
}

describe('startPayment', () => {
  it('sends the sealed card and nothing of it in the clear', async () => {
    const fixture = makeFixture([{ kind: 'ok', body: ENVELOPE }])
    await expect(start(fixture)).resolves.toEqual({
      kind: 'started',
      step: { envelope: ENVELOPE, paymentData: null },
    })
    const [request] = fixture.requests
    expect(request?.customer).toEqual({ first_name: 'Ana', postal_code: '71000' })
    expect(Object.keys(request?.payment_method.data ?? {})).toEqual([
      'encrypted_card_number',
      'encrypted_cvv',
      'encrypted_expiration_month',
      'encrypted_expiration_year',
    ])
    const sent = JSON.stringify(request)
    expect(sent).not.toContain(CARD.number)
    expect(sent).not.toMatch(/"(?:123|30)"/)
  })

  it('names the revision that the page shows, and reports when the amount has changed since', async () => {
    const fixture = makeFixture([
      { kind: 'refused', status: 409, body: { error: 'Conflict', status: 'CREATED', revision: REVISION } },
    ])
    await expect(start(fixture, undefined, 2)).resolves.toMatchObject({ code: 'amount_changed' })
    expect(fixture.requests).toMatchObject([{ revision: 2 }])
    const unshown = makeFixture([{ kind: 'ok', body: ENVELOPE }])
    await start(unshown)
    expect(unshown.requests).toMatchObject([{ revision: REVISION }])
  })

  it('fetches the keys again once when the gateway rejects them as unknown', async () => {
    const fixture = makeFixture([KEY_UNKNOWN, { kind: 'ok', body: ENVELOPE }])
    await expect(start(fixture)).resolves.toMatchObject({ kind: 'started' })
    expect(fixture.loads).toEqual([false, true])
    const stubborn = makeFixture([KEY_UNKNOWN, KEY_UNKNOWN])
    await expect(start(stubborn)).resolves.toMatchObject({ kind: 'failure', code: 'request_refused' })
    expect(stubborn.requests).toHaveLength(2)
  })

  it('fetches the keys again when none of them can be used, and fails after that', async () => {
    const fixture = makeFixture([], { keys: [{ ...KEY, exp: 1 }] })
    await expect(start(fixture)).resolves.toMatchObject({ kind: 'failure', code: 'service_unavailable' })
    expect(fixture.loads).toEqual([false, true])
  })

  it('follows the payment that the session already has', async () => {
    const fixture = makeFixture([
      { kind: 'refused', status: 409, body: { error: 'Conflict', status: 'PENDING' } },
    ])
    await expect(start(fixture)).resolves.toEqual({ kind: 'started', step: KNOWN_STEP })
  })

  it('accepts no step from another frame', async () => {
    const fixture = makeFixture([
      { kind: 'refused', status: 409, body: { error: 'Conflict', status: 'PENDING' } },
    ])
    await expect(start({ ...fixture, ports: { ...fixture.ports, memory: null } })).resolves.toEqual({
      kind: 'started',
      step: null,
    })
  })

  it.each([
    ['offline', 'CREATED', { kind: 'failure', code: 'network_error', field: null }],
    ['offline', 'PENDING', { kind: 'started', step: null }],
    ['offline', 'APPROVED', { kind: 'started', step: null }],
    [503, 'CREATED', { kind: 'failure', code: 'service_unavailable', field: null }],
    [503, 'PENDING', { kind: 'started', step: null }],
  ] as const)(
    'after nothing but %s with status %s does not let the shopper pay twice',
    async (answer, status, outcome) => {
      const lost: ApiAnswer<never> =
        answer === 'offline' ? LOST : { kind: 'refused', status: answer, body: null }
      const fixture = makeFixture(Array<ApiAnswer<never>>(7).fill(lost), { status })
      await expect(start(fixture)).resolves.toEqual(outcome)
      expect(fixture.requests).toHaveLength(1)
    },
  )

  it('sends the same request again while its answer is lost, and continues with the answer', async () => {
    const fixture = makeFixture(
      [LOST, { kind: 'refused', status: 502, body: null }, STILL_WORKED, { kind: 'ok', body: ENVELOPE }],
      { status: 'PENDING' },
    )
    await expect(start(fixture)).resolves.toEqual({
      kind: 'started',
      step: { envelope: ENVELOPE, paymentData: null },
    })
    expect(fixture.log).toEqual(['pay', 1_000, 'status', 'pay', 2_000, 'pay', 5_000, 'pay'])
    expect(fixture.requests).toHaveLength(1)
  })

  it('does not resume a payment after a break: the shopper decides about a request that did not arrive', async () => {
    const fixture = makeFixture([LOST, { kind: 'ok', body: ENVELOPE }])
    await expect(start(fixture)).resolves.toMatchObject({ kind: 'failure', code: 'network_error' })
    expect(fixture.log).toEqual(['pay', 1_000, 'status', 2_000, 'status', 'status'])
    // The same order is the same request with the same key.
    await expect(start(fixture)).resolves.toMatchObject({ kind: 'started' })
    expect(fixture.requests).toHaveLength(1)
  })

  it('sends another order as another request', async () => {
    const fixture = makeFixture([LOST, { kind: 'ok', body: ENVELOPE }])
    await start(fixture)
    await start(fixture, { type: 'card', card: { ...CARD, cvv: '321' } })
    expect(fixture.requests).toHaveLength(2)
  })

  it('seals values again that are too old to be sent again', async () => {
    const fixture = makeFixture([
      LOST,
      { kind: 'refused', status: 422, body: null },
      { kind: 'ok', body: ENVELOPE },
    ])
    await start(fixture)
    await expect(start(fixture)).resolves.toMatchObject({ kind: 'started' })
    expect(fixture.requests).toHaveLength(2)
  })

  it('waits for the connection before it asks', async () => {
    const fixture = makeFixture([LOST, { kind: 'ok', body: ENVELOPE }], {
      status: 'PENDING',
      isOnline: false,
    })
    await expect(start(fixture)).resolves.toMatchObject({ kind: 'started' })
    expect(fixture.log).toEqual(['pay', 'back', 1_000, 'status', 'pay'])
  })

  it('does not keep the shopper waiting for a gateway that answers with errors', async () => {
    const fixture = makeFixture(Array<ApiAnswer<never>>(7).fill({ kind: 'refused', status: 500, body: null }))
    await expect(start(fixture)).resolves.toMatchObject({ kind: 'failure', code: 'service_unavailable' })
    expect(fixture.log).toEqual(['pay', 1_000, 'pay', 2_000, 'pay', 5_000, 'pay', 'status'])
  })

  it('reports an unknown outcome when the gateway is unreachable', async () => {
    const fixture = makeFixture([], { before: Array<'offline'>(7).fill('offline') })
    await expect(start(fixture)).resolves.toMatchObject({ kind: 'failure', code: 'outcome_unknown' })
    expect(fixture.log.filter((entry) => entry === 'pay')).toHaveLength(1)
  })

  it('reports that an expired session is over, instead of following a payment that never existed', async () => {
    const fixture = makeFixture([
      { kind: 'refused', status: 409, body: { error: 'Conflict', status: 'SESSION_EXPIRED' } },
    ])
    await expect(start(fixture)).resolves.toMatchObject({ kind: 'failure', code: 'session_expired' })
  })

  it.each(['APPROVED', 'DECLINED', 'CANCELED'])(
    'does not report the outcome of a session that was already %s as its own',
    async (status) => {
      const fixture = makeFixture([{ kind: 'refused', status: 409, body: { error: 'Conflict', status } }])
      await expect(start(fixture)).resolves.toMatchObject({ kind: 'failure', code: 'session_finished' })
    },
  )

  it('pays with a saved card by its id and the sealed code alone', async () => {
    const fixture = makeFixture([{ kind: 'ok', body: ENVELOPE }])
    await start(fixture, { type: 'saved_card', paymentMethodId: 'pm_1', cvv: '987' })
    const method = fixture.requests[0]?.payment_method
    expect(method).toEqual({
      type: 'saved_card',
      data: { payment_method_id: 'pm_1', encrypted_cvv: expect.stringMatching(/^[\w+/]{246,248}={0,2}$/) },
    })
    expect(JSON.stringify(method)).not.toContain('987"')
  })

  it('sends what the page shows of a saved card, which the gateway compares with the card', async () => {
    const fixture = makeFixture([{ kind: 'ok', body: ENVELOPE }])
    const savedCard = { maskedPan: '424242******4242', expirationDate: '1230', cardBrand: 'visa' }
    await start(fixture, { type: 'saved_card', paymentMethodId: 'pm_1', cvv: '987', savedCard })
    expect(fixture.requests[0]?.payment_method).toMatchObject({
      data: { masked_pan: '424242******4242', expiration_date: '1230', card_brand: 'visa' },
    })
  })

  it.each([
    [404, null, 'session_not_found', null],
    [429, null, 'too_many_requests', null],
    [422, { errors: [{ property: 'customer.email', message: 'x' }] }, 'request_refused', 'customer.email'],
    [422, 'nonsense', 'request_refused', null],
  ])('explains the response %i with %j', async (status, body, code, field) => {
    const fixture = makeFixture([{ kind: 'refused', status, body }])
    await expect(start(fixture)).resolves.toEqual({ kind: 'failure', code, field })
  })
})

interface FixtureOptions {
  readonly keys?: readonly object[]
  readonly status?: string
  /** The calls that fail before that, for lack of a connection. */
  readonly before?: readonly 'offline'[]
  readonly isOnline?: boolean
}

function makeFixture(
  answers: readonly ApiAnswer<ClientEnvelope>[],
  { keys = [KEY], status = 'CREATED', before = [], isOnline = true }: FixtureOptions = {},
) {
  const requests: ClientPaymentRequest[] = []
  const loads: boolean[] = []
  const log: (number | 'pay' | 'status' | 'back')[] = []
  const queue = [...answers]
  const statuses: string[] = [...before]
  const session = { encryption_keys: { keys }, session: { revision: REVISION } } as unknown as ClientSession
  const loaded: LoadedSession = { kind: 'session', session, clockOffsetMs: 0 }
  const ports = {
    api: {
      sessionId: 'session',
      pay(request: ClientPaymentRequest) {
        requests.push(request)
        return async () => {
          log.push('pay')
          return queue.shift() ?? { kind: 'offline' }
        }
      },
      async getStatus() {
        log.push('status')
        const [next = status] = statuses.splice(0, 1)
        return next === 'offline' ? { kind: 'offline' } : { kind: 'ok', body: { status: next } }
      },
    },
    wait: async (ms: number) => void log.push(ms),
    connection: { isOnline: () => isOnline || log.includes('back'), back: async () => void log.push('back') },
    unanswered: new Unanswered(),
    memory: { read: () => KNOWN_STEP },
    now: Date.now,
    async session(again: boolean) {
      loads.push(again)
      return loaded
    },
  } as unknown as Parameters<typeof startPayment>[0]
  return { ports, requests, loads, log }
}

function start(
  { ports }: { readonly ports: StartPorts },
  method: OrderedMethod = { type: 'card', card: CARD },
  revision?: number,
) {
  const browserInfo = {} as ClientPaymentRequest['browser_info']
  const customer = { firstName: 'Ana', postalCode: '71000' }
  return startPayment(ports, { method, customer, browserInfo, revision })
}

function makeKey(): object {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { crv, kty, x, y } = publicKey.export({ format: 'jwk' })
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')
  return { kty, crv, x, y, use: 'enc', alg: 'HPKE-7', kid }
}
