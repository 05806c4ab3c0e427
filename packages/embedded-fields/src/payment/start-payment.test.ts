import type { ClientEnvelope, ClientPaymentRequest, ClientSession } from '@sluice/types'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'

import type { ApiAnswer } from './client-api.ts'
import type { LoadedSession } from './load-session.ts'
import { startPayment } from './start-payment.ts'
import type { RunningStep } from './step-memory.ts'

const ENVELOPE = { result: null, action: null, redirect: null, form_submit: null } as ClientEnvelope
const KNOWN_STEP: RunningStep = { envelope: ENVELOPE, paymentData: 'handle' }
const CARD = { number: '4242424242424242', cvv: '123', expirationMonth: '1', expirationYear: '30' }
const KEY = makeKey()
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
    const world = makeWorld([{ kind: 'ok', body: ENVELOPE }])
    await expect(start(world)).resolves.toEqual({
      kind: 'started',
      step: { envelope: ENVELOPE, paymentData: null },
    })
    const [request] = world.requests
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

  it('fetches the keys again once when the gateway no longer knows them', async () => {
    const world = makeWorld([KEY_UNKNOWN, { kind: 'ok', body: ENVELOPE }])
    await expect(start(world)).resolves.toMatchObject({ kind: 'started' })
    expect(world.loads).toEqual([false, true])
    const stubborn = makeWorld([KEY_UNKNOWN, KEY_UNKNOWN])
    await expect(start(stubborn)).resolves.toMatchObject({ kind: 'failure', code: 'request_refused' })
    expect(stubborn.requests).toHaveLength(2)
  })

  it('fetches the keys again when none of them can be used, and gives up after that', async () => {
    const world = makeWorld([], { keys: [{ ...KEY, exp: 1 }] })
    await expect(start(world)).resolves.toMatchObject({ kind: 'failure', code: 'service_unavailable' })
    expect(world.loads).toEqual([false, true])
  })

  it('follows the payment that the session already has', async () => {
    const world = makeWorld([
      { kind: 'refused', status: 409, body: { error: 'Conflict', status: 'PENDING' } },
    ])
    await expect(start(world)).resolves.toEqual({ kind: 'started', step: KNOWN_STEP })
  })

  it.each([
    ['offline', 'CREATED', { kind: 'failure', code: 'network_error', field: null }],
    ['offline', 'PENDING', { kind: 'started', step: null }],
    ['offline', 'APPROVED', { kind: 'started', step: null }],
    [503, 'CREATED', { kind: 'failure', code: 'service_unavailable', field: null }],
    [503, 'PENDING', { kind: 'started', step: null }],
  ] as const)('after %s with status %s does not let anybody pay twice', async (answer, status, outcome) => {
    const refused: ApiAnswer<never> =
      answer === 'offline' ? { kind: 'offline' } : { kind: 'refused', status: answer, body: null }
    await expect(start(makeWorld([refused], { status }))).resolves.toEqual(outcome)
  })

  it.each([
    [404, null, 'session_not_found', null],
    [429, null, 'too_many_requests', null],
    [422, { errors: [{ property: 'customer.email', message: 'x' }] }, 'request_refused', 'customer.email'],
    [422, 'nonsense', 'request_refused', null],
  ])('says what %i with %j means', async (status, body, code, field) => {
    const world = makeWorld([{ kind: 'refused', status, body }])
    await expect(start(world)).resolves.toEqual({ kind: 'failure', code, field })
  })
})

interface WorldOptions {
  readonly keys?: readonly object[]
  readonly status?: string
}

function makeWorld(
  answers: readonly ApiAnswer<ClientEnvelope>[],
  { keys = [KEY], status = 'CREATED' }: WorldOptions = {},
) {
  const requests: ClientPaymentRequest[] = []
  const loads: boolean[] = []
  const queue = [...answers]
  const session = { encryption_keys: { keys } } as unknown as ClientSession
  const loaded: LoadedSession = { kind: 'session', session, clockOffsetMs: 0 }
  const ports = {
    api: {
      sessionId: 'session',
      async pay(request: ClientPaymentRequest) {
        requests.push(request)
        return queue.shift() ?? { kind: 'offline' }
      },
      getStatus: async () => ({ kind: 'ok', body: { status } }),
    },
    memory: { read: () => KNOWN_STEP },
    now: Date.now,
    async session(again: boolean) {
      loads.push(again)
      return loaded
    },
  } as unknown as Parameters<typeof startPayment>[0]
  return { ports, requests, loads }
}

function start({ ports }: ReturnType<typeof makeWorld>) {
  const browserInfo = {} as ClientPaymentRequest['browser_info']
  return startPayment(ports, { card: CARD, customer: { firstName: 'Ana', postalCode: '71000' }, browserInfo })
}

function makeKey(): object {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { crv, kty, x, y } = publicKey.export({ format: 'jwk' })
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')
  return { kty, crv, x, y, use: 'enc', alg: 'HPKE-7', kid }
}
