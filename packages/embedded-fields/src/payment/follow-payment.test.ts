import type { ClientEnvelope, ClientSessionStatus, ClientTransaction } from '@sluice/types'
import { FINGERPRINT_RESULTS } from '@sluice/types/vocabulary'
import { describe, expect, it, onTestFinished } from 'vitest'

import type { CardToThreeDs, Surface, ThreeDsToCard } from '../protocol/messages.ts'
import type { ApiAnswer, ClientApi } from './client-api.ts'
import { followPayment, type FollowPorts } from './follow-payment.ts'
import type { RunningStep } from './step-memory.ts'
import { createAddressResolver } from './reach.ts'

const TRANS_ID = '8a880dc0-d2d2-4067-bcb1-b08d1690b26e'
const NOTHING: ClientEnvelope = { result: null, action: null, redirect: null, form_submit: null }
const NEVER = new Promise<never>(() => undefined)

const FINGERPRINT = actionEnvelope('THREE_DS_2_FINGERPRINT', {
  three_ds_method_url: 'https://acs.example/method',
  three_ds_method_notification_url: 'https://gateway.example/notify',
})
const CHALLENGE = actionEnvelope('THREE_DS_2_CHALLENGE', {
  acs_url: 'https://acs.example/',
  acs_trans_id: 'acs-1',
})
const APPROVED = resultEnvelope('APPROVED', '0000')

describe('a bank’s page that is requested again', () => {
  const RELOAD: ThreeDsToCard = { type: 'reload' }
  const DONE: ThreeDsToCard = { type: 'challenge-done', transStatus: 'Y' }

  it('is shown again while the challenge waits', async () => {
    const fixture = makeFixture({ answers: [CHALLENGE, APPROVED], ends: { dialog: [RELOAD, DONE] } })
    await expect(follow(fixture, CHALLENGE)).resolves.toMatchObject({ answer: { approved: true } })
    expect(fixture.shown.map(({ type }) => type)).toEqual(['challenge', 'challenge'])
    expect(fixture.calls[0]?.[1]).toMatchObject({ trans_status: 'U' })
  })

  it('is not asked twice when it has confirmed already', async () => {
    const fixture = makeFixture({ answers: [APPROVED], ends: { dialog: [RELOAD] } })
    await expect(follow(fixture, CHALLENGE)).resolves.toMatchObject({ answer: { approved: true } })
    expect(fixture.shown).toHaveLength(1)
  })

  it('stays while the gateway does not answer', async () => {
    const fixture = makeFixture({
      answers: ['offline', CHALLENGE, APPROVED],
      ends: { dialog: [RELOAD, RELOAD, DONE] },
    })
    await expect(follow(fixture, CHALLENGE)).resolves.toMatchObject({ answer: { approved: true } })
    expect(fixture.shown.map(({ type }) => type)).toEqual(['challenge', 'stay', 'challenge'])
  })

  it('a bank’s page without a continuation is shown again while the session is pending', async () => {
    const url = 'https://gateway.example/challenge'
    const redirect = { transaction_id: 'tx-1', session_id: 'session', url }
    const fixture = makeFixture({
      ends: { dialog: [RELOAD, DONE] },
      statuses: ['PENDING', 'PENDING', 'PENDING', 'APPROVED'],
    })
    await expect(follow(fixture, { ...NOTHING, redirect })).resolves.toMatchObject({
      answer: { approved: true },
    })
    expect(fixture.shown).toEqual([
      { type: 'redirect', url },
      { type: 'redirect', url },
    ])
  })
})

describe('followPayment', () => {
  it('continues from the fingerprint through the challenge to the result', async () => {
    const fixture = makeFixture({
      answers: [CHALLENGE, APPROVED],
      ends: { hidden: fingerprinted(true), dialog: challenged('Y') },
    })
    await expect(follow(fixture, FINGERPRINT)).resolves.toMatchObject({
      kind: 'answer',
      answer: { approved: true, status: 'APPROVED', processing_code: '0000', transaction_id: 'tx-1' },
    })
    expect(fixture.calls).toEqual([
      [
        'requestAuthentication',
        TRANS_ID,
        { fingerprint_result: FINGERPRINT_RESULTS.Y, payment_data: 'handle' },
      ],
      ['completeAuthentication', { payment_data: 'handle', session_id: 'session', trans_status: 'Y' }],
    ])
    expect(fixture.shown.map(({ type }) => type)).toEqual(['fingerprint', 'challenge'])
    expect(fixture.memory).toBeNull()
    expect(fixture.openSurfaces).toEqual(new Set())
  })

  it.each([
    ['the ACS never called back', fingerprinted(false), 'N'],
    ['the page could not open a frame', null, 'N'],
  ] as const)('continues without a fingerprint when %s', async (_case, end, indicator) => {
    const fixture = makeFixture({ answers: [APPROVED], ends: { hidden: end } })
    await follow(fixture, FINGERPRINT)
    expect(fixture.calls[0]?.[2]).toMatchObject({ fingerprint_result: FINGERPRINT_RESULTS[indicator] })
  })

  it('opens no frame without a method URL', async () => {
    const fixture = makeFixture({ answers: [APPROVED] })
    await follow(fixture, actionEnvelope('THREE_DS_2_FINGERPRINT', {}))
    expect(fixture.shown).toEqual([])
    expect(fixture.calls[0]?.[2]).toMatchObject({ fingerprint_result: FINGERPRINT_RESULTS.U })
  })

  it('shows a redirect and completes it with the handle of the step before', async () => {
    const redirect = {
      transaction_id: 'tx-1',
      session_id: 'session',
      url: 'https://gateway.example/challenge',
    }
    const fixture = makeFixture({
      answers: [{ ...NOTHING, redirect }, APPROVED],
      ends: { hidden: fingerprinted(true), dialog: challenged('Y') },
    })
    await follow(fixture, FINGERPRINT)
    expect(fixture.shown[1]).toEqual({ type: 'redirect', url: redirect.url })
    expect(fixture.calls[1]?.[1]).toMatchObject({ payment_data: 'handle' })
  })

  it('is a decline, not a failure, when the issuer declines', async () => {
    const fixture = makeFixture({
      answers: [resultEnvelope('DECLINED', '3001')],
      ends: { dialog: challenged('N') },
    })
    await expect(follow(fixture, CHALLENGE)).resolves.toMatchObject({
      answer: { approved: false, status: 'DECLINED' },
    })
  })

  it('ends by the status when the message of the challenge is lost', async () => {
    const fixture = makeFixture({ ends: { dialog: NEVER }, statuses: ['PENDING', 'PENDING', 'APPROVED'] })
    await expect(follow(fixture, CHALLENGE)).resolves.toMatchObject({
      kind: 'answer',
      answer: { approved: true, transaction_id: 'tx-1' },
    })
    expect(fixture.openSurfaces).toEqual(new Set())
    expect(fixture.memory).toBeNull()
  })

  it('continues when the gateway is back after half a minute', async () => {
    const fixture = makeFixture({
      answers: [...Array<'offline'>(8).fill('offline'), APPROVED],
      ends: { dialog: challenged('Y') },
    })
    await expect(follow(fixture, CHALLENGE)).resolves.toMatchObject({ answer: { approved: true } })
    expect(fixture.calls).toHaveLength(9)
  })

  it('ends by the status while its own calls fail', async () => {
    const fixture = makeFixture({
      ends: { dialog: challenged('Y') },
      statuses: [...Array<'PENDING'>(9).fill('PENDING'), 'APPROVED'],
    })
    await expect(follow(fixture, CHALLENGE)).resolves.toMatchObject({ answer: { approved: true } })
    expect(fixture.calls.length).toBeGreaterThan(1)
  })

  it('keeps the step when the outcome is unknown, so that a reload can resume', async () => {
    const fixture = makeFixture({ ends: { dialog: challenged('Y') } })
    await expect(follow(fixture, CHALLENGE)).resolves.toMatchObject({
      kind: 'failure',
      code: 'outcome_unknown',
    })
    expect(fixture.memory).toEqual({ envelope: CHALLENGE, paymentData: 'handle' })
  })

  it('shows the progress of another tab and ends by the status', async () => {
    const fixture = makeFixture({ ends: { dialog: NEVER }, statuses: ['PENDING', 'DECLINED'] })
    await expect(followPayment(fixture.ports, null).ended).resolves.toMatchObject({
      answer: { status: 'DECLINED' },
    })
    expect(fixture.calls).toEqual([])
  })

  it('redirects to the bank when no frame can be shown, and ends by the status if the page stays', async () => {
    const fixture = makeFixture({ ends: {}, statuses: ['PENDING', 'PENDING', 'APPROVED'] })
    const ending = await follow(fixture, CHALLENGE)
    expect(fixture.left).toEqual([fixture.ports.api.challengePage])
    expect(fixture.calls).toEqual([])
    expect(ending).toMatchObject({ answer: { approved: true } })
  })

  it('waits for the connection before it shows the bank', async () => {
    const fixture = makeFixture({ answers: [APPROVED], ends: { dialog: challenged('Y') }, isOnline: false })
    await expect(follow(fixture, CHALLENGE)).resolves.toMatchObject({ answer: { approved: true } })
    expect(fixture.left).toEqual([])
  })

  it('ends as canceled once the gateway has canceled', async () => {
    const fixture = makeFixture({ ends: { dialog: NEVER } })
    const payment = followPayment(fixture.ports, { envelope: CHALLENGE, paymentData: null })
    fixture.statuses.push('CANCELED')
    await expect(payment.cancel()).resolves.toBe(true)
    await expect(payment.ended).resolves.toMatchObject({ answer: { approved: false, status: 'CANCELED' } })
  })

  it('ends a decline that can be corrected as one, and forgets its step', async () => {
    const declined = resultEnvelope('DECLINED', '2020', true)
    const fixture = makeFixture({ answers: [declined], ends: { dialog: challenged('Y') } })
    await expect(follow(fixture, CHALLENGE)).resolves.toMatchObject({
      answer: { approved: false, status: 'DECLINED', processing_code: '2020', correctable: true },
    })
    expect(fixture.memory).toBeNull()
  })

  it.each([
    ['in this window', { envelope: CHALLENGE, paymentData: null }],
    ['in another', null],
  ])('detects by the status of a decline %s that can be corrected', async (_where, step) => {
    const fixture = makeFixture({ ends: { dialog: NEVER }, statuses: ['PENDING', 'CREATED'], code: '2002' })
    await expect(followPayment(fixture.ports, step).ended).resolves.toMatchObject({
      answer: { approved: false, status: 'DECLINED', processing_code: '2002', correctable: true },
    })
  })

  it('does not treat an open session without a code as a decline', async () => {
    const fixture = makeFixture({ ends: { dialog: NEVER }, statuses: ['PENDING', 'CREATED'] })
    await expect(followPayment(fixture.ports, null).ended).resolves.toMatchObject({ code: 'request_refused' })
  })

  it('queries the status of the payment before it cancels', async () => {
    const fixture = makeFixture({ ends: { dialog: NEVER }, statuses: ['APPROVED'] })
    const payment = followPayment(fixture.ports, { envelope: CHALLENGE, paymentData: null })
    await expect(payment.cancel()).resolves.toBe(true)
    await expect(payment.ended).resolves.toMatchObject({ answer: { approved: true } })
    expect(fixture.calls).toEqual([])
  })

  it('continues when the gateway does not cancel', async () => {
    const fixture = makeFixture({ ends: { dialog: NEVER }, statuses: ['PENDING'] })
    const payment = followPayment(fixture.ports, { envelope: CHALLENGE, paymentData: null })
    await expect(payment.cancel()).resolves.toBe(false)
  })
})

/** The messages of a surface, step by step; null when it cannot be opened. */
type End = Promise<ThreeDsToCard> | readonly ThreeDsToCard[] | null

interface FixtureOptions {
  /** The responses of the two 3DS calls, in turn. */
  readonly answers?: readonly (ClientEnvelope | 'offline')[]
  /** The statuses that successive queries return; the last one stays. */
  readonly statuses?: readonly ClientSessionStatus['status'][]
  readonly ends?: Partial<Record<Surface, End>>
  /** Without a connection nothing can be opened until it is back. */
  readonly isOnline?: boolean
  /** The code of the last decline. */
  readonly code?: string
}

/** An environment in which waiting takes no time, but longer waits still end later. */
function makeFixture({
  answers = [],
  statuses: given = [],
  ends = {},
  isOnline = true,
  code,
}: FixtureOptions) {
  const calls: [string, ...unknown[]][] = []
  const shown: CardToThreeDs[] = []
  const openSurfaces = new Set<Surface>()
  const left: string[] = []
  const statuses = [...given]
  const queue = [...answers]
  const state = { memory: null as RunningStep | null, isOnline }
  const said = new Map<Surface, number>()
  let isOver = false
  onTestFinished(() => void (isOver = true))

  async function answer(...call: [string, ...unknown[]]): Promise<ApiAnswer<ClientEnvelope>> {
    calls.push(call)
    const next = queue.shift() ?? 'offline'
    return next === 'offline' ? { kind: 'offline' } : { kind: 'ok', body: next }
  }

  const api: ClientApi = {
    sessionId: 'session',
    challengePage: 'https://gateway.example/three-ds/challenge/ck/session',
    getSession: () => NEVER,
    pay: () => () => NEVER,
    requestAuthentication: (id, request) => answer('requestAuthentication', id, request),
    completeAuthentication: (request) => answer('completeAuthentication', request),
    cancel: async () => ({ kind: 'ok', body: { status: 'CANCELED' } }),
    async getStatus() {
      const status = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 'PENDING'
      return {
        kind: 'ok',
        body: {
          status,
          revision: 1,
          processing_code: code ?? null,
          response_message: null,
          transaction_id: 'tx-1',
        },
      }
    },
  }
  const ports: FollowPorts = {
    api,
    async wait(ms) {
      // A question of a payment that never ends would be asked in every later test, and with its timers.
      if (isOver) return NEVER
      for (let turn = 0; turn < Math.max(1, ms / 1_000); turn += 1) {
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
    reach: createAddressResolver(),
    connection: {
      isOnline: () => state.isOnline,
      back: async () => void (state.isOnline = true),
    },
    memory: {
      read: () => state.memory,
      write: (step) => void (state.memory = step),
      forget: () => void (state.memory = null),
    },
    surfaces: {
      async open(surface) {
        const end = ends[surface] ?? null
        if (end === null || !state.isOnline) return null
        openSurfaces.add(surface)
        return {
          windowSize: '02',
          show(step) {
            shown.push(step)
            if (!('length' in end)) return end
            const turn = said.get(surface) ?? 0
            said.set(surface, turn + 1)
            return Promise.resolve(end[turn] ?? NEVER)
          },
        }
      },
      close: (surface) => void openSurfaces.delete(surface),
      leave: (url) => void left.push(url),
    },
  }
  return {
    ports,
    calls,
    shown,
    statuses,
    openSurfaces,
    left,
    get memory() {
      return state.memory
    },
  }
}

function follow({ ports }: ReturnType<typeof makeFixture>, envelope: ClientEnvelope) {
  return followPayment(ports, { envelope, paymentData: null }).ended
}

function fingerprinted(completed: boolean): Promise<ThreeDsToCard> {
  return Promise.resolve({ type: 'fingerprint-done', completed })
}

function challenged(transStatus: string): Promise<ThreeDsToCard> {
  return Promise.resolve({ type: 'challenge-done', transStatus })
}

function actionEnvelope(
  type: 'THREE_DS_2_FINGERPRINT' | 'THREE_DS_2_CHALLENGE',
  members: Readonly<Record<string, string>>,
): ClientEnvelope {
  const token = {
    three_ds_method_url: null,
    three_ds_server_trans_id: TRANS_ID,
    three_ds_method_notification_url: null,
    acs_url: null,
    acs_trans_id: null,
    message_version: '2.2.0',
    challenge_window_size: '02',
    ...members,
  }
  return {
    ...NOTHING,
    action: {
      transaction_id: 'tx-1',
      session_id: 'session',
      type,
      token: btoa(JSON.stringify(token)),
      payment_data: 'handle',
    },
  }
}

function resultEnvelope(status: 'APPROVED' | 'DECLINED', code: string, correctable = false): ClientEnvelope {
  const result = {
    id: 'tx-1',
    approved: status === 'APPROVED',
    status,
    processing_code: code,
    response_message: null,
    correctable,
  } as ClientTransaction
  return { ...NOTHING, result }
}
