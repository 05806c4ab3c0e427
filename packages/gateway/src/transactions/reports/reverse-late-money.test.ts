import { beforeEach, expect, it } from 'vitest'

import { EVERY_CAPABILITY } from '../../../test/make-provider.ts'
import { makeTransaction, NOW_MS } from '../../../test/transaction-fixtures.ts'
import type { BoundProvider } from '../execution/bound-provider.ts'
import { mapCalls, type Undoing } from '../execution/declarations.ts'
import { callLeaseMs } from '../execution/open.ts'
import type { Transaction } from '../execution/transaction.ts'
import type { Reversal, ReversalResult } from './provider-reports.ts'
import type { ReportPorts } from './receive-report.ts'
import { reverseLateMoney } from './reverse-late-money.ts'

const WINDOW_MS = 3_600_000
const TIMEOUT_MS = 1_000
const [FIRST, SECOND] = ['0'.repeat(32), '1'.repeat(32)]
const toUuid = (key: string) => key.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

const ALERT: Reversal = {
  merchantId: 'merchant-1',
  transactionId: 'transaction-1',
  kind: 'LATE_SUCCESS',
  providerId: 'acme',
  attemptId: 'attempt-1',
  detail: { accountReference: 'acme-eur' },
  reversalDueAtMs: NOW_MS,
  reversalTries: 0,
  key: null,
  isReversed: false,
}
const USED = { id: FIRST, sinceMs: NOW_MS }

let sent: string[]
let stored: string[]
let results: ReversalResult[]
let told: string[]
beforeEach(() => {
  sent = []
  stored = []
  results = []
  told = []
})

/** Reverses the late payment of an alert at a provider with this answer; null for no answer. */
async function reverse(
  answer: string | null,
  {
    key = null,
    nowMs = NOW_MS,
    replaysErrors = false,
    undo = 'by-our-key',
    isNamed = false,
    transactionType = 'PURCHASE',
    kind = ALERT.kind,
    status = 'APPROVED',
    storedElsewhere = false,
  }: {
    kind?: Reversal['kind']
    status?: Transaction['status']
    key?: Reversal['key']
    nowMs?: number
    replaysErrors?: boolean
    undo?: Undoing
    isNamed?: boolean
    transactionType?: Transaction['transactionType']
    /** The case in which another worker stores a key first. */
    storedElsewhere?: boolean
  } = {},
) {
  const idempotency = { windowMs: WINDOW_MS, replaysErrors, maxKeyChars: 40 }
  const calls = mapCalls((kind) => ({ ...EVERY_CAPABILITY.calls[kind], idempotency, undo }))
  const provider = {
    capabilities: { ...EVERY_CAPABILITY, calls },
    isNamed: () => Promise.resolve(isNamed),
    undo({ idempotencyKey }: { readonly idempotencyKey: string }) {
      sent.push(idempotencyKey)
      return Promise.resolve(
        answer === null ? { kind: 'unanswered' } : { kind: 'answered', value: { processingCode: answer } },
      )
    },
  } as unknown as BoundProvider
  const ports = {
    providers: new Map([['acme', provider]]),
    clock: { now: () => nowMs },
    random: { uuid: () => toUuid(SECOND) },
    store: { find: () => Promise.resolve(makeTransaction({ transactionType, status })) },
    providerTimeoutMs: TIMEOUT_MS,
    reports: {
      claimReversals: () => Promise.resolve([{ ...ALERT, kind, key }]),
      startReversal(_alert: unknown, id: string) {
        expect(sent).toEqual([])
        if (!storedElsewhere) stored.push(id)
        return Promise.resolve(!storedElsewhere)
      },
      recordReversal(_alert: unknown, sentKey: string | null, result: ReversalResult) {
        expect(sentKey).toBe(sent[0] ?? key?.id ?? null)
        results.push(result)
        return Promise.resolve()
      },
      note: (_order: unknown, { alert }: { alert?: { kind: string } }) => {
        if (alert) told.push(alert.kind)
        return Promise.resolve()
      },
    },
  } as unknown as ReportPorts
  return reverseLateMoney(ports)
}

it('each call has its own key, which is stored before it is sent', async () => {
  expect(await reverse('0000')).toBe(1)
  expect({ stored, sent, results }).toEqual({
    stored: [SECOND],
    sent: [SECOND],
    results: [{ kind: 'reversed' }],
  })
})

it.each([
  ['silence', null, {}, true],
  ['"later"', '1002', {}, true],
  ['a decline', '1000', {}, false],
  ['a refusal of the first call', '2024', {}, true],
  ['a refusal that would be replayed', '2024', { replaysErrors: true }, false],
  ['a refusal after a timeout', '2024', { key: USED, replaysErrors: true }, true],
])(
  'after %s it is tried again; its key is kept while nothing is known',
  async (_, answer, options, keepsKey) => {
    expect(await reverse(answer, options)).toBe(0)
    expect(results).toMatchObject([{ kind: 'again', keepsKey }])
  },
)

it('a call with an unknown outcome is repeated with its key inside the window, and never after that', async () => {
  const lastMs = NOW_MS + WINDOW_MS - callLeaseMs(TIMEOUT_MS)
  await reverse('0000', { key: USED, nowMs: lastMs - 1 })
  expect({ stored, sent }).toEqual({ stored: [], sent: [FIRST] })
  sent = []
  await reverse('0000', { key: USED, nowMs: lastMs })
  expect({ stored, sent, told }).toEqual({ stored: [], sent: [], told: ['UNRESOLVED'] })
  expect(results.at(-1)).toEqual({ kind: 'left to people' })
})

it('a call is not sent if another worker has stored its key', async () => {
  expect(await reverse('0000', { storedElsewhere: true })).toBe(0)
  expect({ sent, results, told }).toEqual({ sent: [], results: [], told: [] })
})

it.each<[Undoing, boolean, number]>([
  ['by-our-key', false, 1],
  ['by-their-id', true, 1],
  ['by-their-id', false, 0],
  ['none', true, 0],
])(
  'undone %s, a payment with a reference (%s) is reversed or left to people',
  async (undo, isNamed, given) => {
    expect(await reverse('0000', { undo, isNamed })).toBe(given)
    expect(sent).toHaveLength(given)
    expect(told).toEqual(given === 1 ? [] : ['UNRESOLVED'])
    expect(results).toEqual([{ kind: given === 1 ? 'reversed' : 'left to people' }])
  },
)

it('a late verification needs no reversal, and one whose answer was lost is undone', async () => {
  expect(await reverse('0000', { transactionType: 'VERIFY' })).toBe(0)
  expect({ sent, results }).toEqual({ sent: [], results: [{ kind: 'over' }] })
  await reverse('0000', { transactionType: 'VERIFY', kind: 'LOST_ANSWER', status: 'PENDING' })
  expect(sent).toEqual([SECOND])
  expect(results.at(-1)).toEqual({ kind: 'awaited' })
})

it('a refund is never reversed, because that would be a charge', async () => {
  expect(await reverse('0000', { transactionType: 'REFUND' })).toBe(0)
  expect({ sent, told }).toEqual({ sent: [], told: ['UNRESOLVED'] })
})
