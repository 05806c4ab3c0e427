import { describe, expect, it } from 'vitest'

import { PROVIDER_OUTCOME } from '../../../test/elsewhere.ts'
import { FENCED } from '../../../test/make-provider.ts'
import { makeEvent, makeOpening, makeTransaction } from '../../../test/transaction-fixtures.ts'
import type { BoundProvider } from './bound-provider.ts'
import { mapCalls } from './declarations.ts'
import { type Change, type Execution, QUESTION_PAUSE_MS } from './execution-records.ts'
import { callLeaseMs } from './open.ts'
import { queryEarly, type RecoverPorts, runDueQueries } from './recover.ts'

const NOW_MS = Date.UTC(2026, 10, 22)
const result = (processingCode: string) => ({
  kind: 'answered',
  value: { ...PROVIDER_OUTCOME, processingCode },
})
const SILENT = { kind: 'unanswered' }

/** An order whose call was not answered, and which its provider calls open. */
function leaveOrder(expiresAtMs: number): Execution {
  const { paymentMethod } = makeTransaction()
  const opening = makeOpening({ paymentMethod: { ...paymentMethod, type: 'paypal' } })
  return {
    transaction: opening.transaction,
    attempt: { ...opening.attempt, status: 'UNKNOWN' },
    pendingAuthentication: {
      ...opening.pendingAuthentication,
      step: 'WAITING',
      leaseUntilMs: null,
      expiresAtMs,
    },
  }
}

/** Runs a status query; returns what was committed, and whether the order was withdrawn. */
async function askAbout(order: Execution, cancel: unknown) {
  const changes: Change[] = []
  const canceled: string[] = []
  const provider = {
    capabilities: FENCED,
    findOutcome: () => Promise.resolve(result('1002')),
    cancelOrder: ({ id }: { readonly id: string }) => {
      canceled.push(id)
      return Promise.resolve(cancel)
    },
  } as unknown as BoundProvider
  const ports = {
    store: {
      claimDueQueries: () => Promise.resolve([order]),
      commit: (change: Change) => {
        changes.push(change)
        return Promise.resolve(null)
      },
    },
    providers: new Map([[order.attempt.providerId, provider]]),
    clock: { now: () => NOW_MS },
    describeEvent: makeEvent,
    providerTimeoutMs: 1_000,
  } as unknown as RecoverPorts
  expect(await runDueQueries(ports)).toBe(1)
  const [change] = changes
  return { cause: change?.transaction?.cause, after: change?.transaction?.after, change, canceled }
}

describe('an order that its provider calls open', () => {
  it('is left alone until its time is over', async () => {
    const { change, canceled } = await askAbout(leaveOrder(NOW_MS + 1), result('1003'))
    expect(canceled).toEqual([])
    expect(change).toMatchObject({ attempts: [{ status: 'UNKNOWN' }] })
  })

  it('is then withdrawn, and expires', async () => {
    const order = leaveOrder(NOW_MS)
    const { cause, after, canceled } = await askAbout(order, result('1003'))
    expect(canceled).toEqual([order.attempt.id])
    expect([cause, after?.status, after?.processingCode]).toEqual(['expiry', 'SESSION_EXPIRED', '1005'])
  })

  it('ends as its provider says where it was paid at the last moment', async () => {
    const { cause, after } = await askAbout(leaveOrder(NOW_MS), result('0000'))
    expect([cause, after?.status, after?.processingCode]).toEqual(['provider', 'APPROVED', '0000'])
  })

  it('is queried again where its provider does not answer', async () => {
    const { change } = await askAbout(leaveOrder(NOW_MS), SILENT)
    expect(change?.transaction).toBeUndefined()
    expect(change?.attempts?.[0]?.dueAtMs).toBeGreaterThan(NOW_MS)
  })
})

describe('a payment that its provider calls pending', () => {
  const DAY_MS = 86_400_000

  /** Creates an attempt of the given method that was called this many days ago and is still pending at its provider. */
  function leavePending(type: string, days: number, parentId: string | null = null): Execution {
    const { transaction, attempt, pendingAuthentication } = leaveOrder(NOW_MS + DAY_MS)
    const paymentMethod = { ...transaction.paymentMethod, type: type as 'card' }
    return {
      transaction: { ...transaction, parentId, paymentMethod, updatedAtMs: NOW_MS - days * DAY_MS },
      attempt: { ...attempt, status: 'PENDING' },
      pendingAuthentication,
    }
  }

  it.each([
    ['a card', 'card', null],
    ['a capture or a refund', 'card', 'parent-1'],
  ])('%s is left for manual resolution after a week, with an alert', async (_, type, parentId) => {
    const { change } = await askAbout(leavePending(type, 7, parentId), SILENT)
    expect(change).toMatchObject({
      attempts: [{ status: 'NEEDS_DECISION', dueAtMs: null }],
      alert: { kind: 'UNRESOLVED' },
    })
  })

  it.each([
    ['a card, before the week is over', 'card', 6.9],
    ['a bank transfer, however long it takes', 'payment_bank_transfer', 30],
  ])('%s is queried again', async (_, type, days) => {
    const { change } = await askAbout(leavePending(type, days), SILENT)
    expect(change).toMatchObject({ attempts: [{ status: 'PENDING' }] })
    expect(change?.attempts?.[0]?.dueAtMs).toBeGreaterThan(NOW_MS)
  })
})

describe('a refund whose outcome only a repeated call reveals', () => {
  const WINDOW_MS = 3_600_000

  /** Recovers a refund of this age; returns the keys that were sent, and what was committed. */
  async function lookAfter(ageMs: number) {
    const { transaction, attempt, pendingAuthentication } = makeOpening({
      parentId: 'parent-1',
      transactionType: 'REFUND',
      createdAtMs: NOW_MS - ageMs,
      updatedAtMs: NOW_MS - ageMs,
    })
    const refund: Execution = {
      transaction,
      attempt: { ...attempt, status: 'UNKNOWN' },
      pendingAuthentication: { ...pendingAuthentication, step: 'WAITING', leaseUntilMs: null },
    }
    const calls = mapCalls((kind) => ({
      ...FENCED.calls[kind],
      lookup: 'by-repeat',
      idempotency: { windowMs: WINDOW_MS, replaysErrors: false, maxKeyChars: 40 },
      deadlines: { unknownMs: 2 * WINDOW_MS, pendingMs: null },
    }))
    const sent: string[] = []
    const changes: Change[] = []
    const provider = {
      capabilities: { ...FENCED, calls },
      isNamed: () => Promise.resolve(false),
      operate({ idempotencyKey }: { readonly idempotencyKey: string }) {
        sent.push(idempotencyKey)
        return Promise.resolve(result('0000'))
      },
    } as unknown as BoundProvider
    await runDueQueries({
      store: {
        claimDueQueries: () => Promise.resolve([refund]),
        commit: (change: Change) => {
          changes.push(change)
          return Promise.resolve(null)
        },
      },
      providers: new Map([[attempt.providerId, provider]]),
      clock: { now: () => NOW_MS },
      describeEvent: makeEvent,
      describeOperation: () => Promise.resolve({ idempotencyKey: attempt.id }),
      providerTimeoutMs: 1_000,
    } as unknown as RecoverPorts)
    return { sent, key: attempt.id, change: changes[0] }
  }

  /** A call that begins later may reach the provider after the window. */
  const LAST_MS = WINDOW_MS - callLeaseMs(1_000)

  it('is sent again with its key while that arrives inside the window', async () => {
    const { sent, key, change } = await lookAfter(LAST_MS - 1)
    expect(sent).toEqual([key])
    expect(change?.transaction?.after.status).toBe('APPROVED')
  })

  it('is never sent again after it, and is left for manual resolution after its deadline', async () => {
    const waiting = await lookAfter(LAST_MS)
    expect(waiting.sent).toEqual([])
    expect(waiting.change).toMatchObject({ attempts: [{ status: 'UNKNOWN' }] })
    const over = await lookAfter(2 * WINDOW_MS)
    expect(over.sent).toEqual([])
    expect(over.change).toMatchObject({ attempts: [{ status: 'NEEDS_DECISION' }] })
  })
})

/** Queries early while other callers hold the question this often, and ends the payment before one look. */
async function queryBeside(held: readonly boolean[], endsBeforeLook = Infinity) {
  const order = leaveOrder(NOW_MS + 1)
  const answers = [...held]
  let looks = 0
  let queries = 0
  const waits: number[] = []
  const provider = {
    capabilities: FENCED,
    findOutcome: () => {
      queries += 1
      return Promise.resolve(result('1002'))
    },
  } as unknown as BoundProvider
  const ports = {
    store: {
      findOpen: () => {
        looks += 1
        return Promise.resolve(looks < endsBeforeLook ? order : null)
      },
      claimQuestion: () => Promise.resolve(answers.shift() === false),
      commit: () => Promise.resolve(null),
    },
    providers: new Map([[order.attempt.providerId, provider]]),
    clock: { now: () => NOW_MS },
    timers: {
      sleep: (ms: number) => {
        waits.push(ms)
        return Promise.resolve()
      },
    },
    shareQuestion: (_: string, work: () => Promise<void>) => work(),
    describeEvent: makeEvent,
    providerTimeoutMs: 1_000,
  } as unknown as RecoverPorts
  await queryEarly(ports, 'merchant', 'transaction')
  return { queries, waits, looks }
}

describe('an early query', () => {
  const pause = QUESTION_PAUSE_MS

  it('waits while another caller queries', async () => {
    expect(await queryBeside([false])).toEqual({ queries: 1, waits: [], looks: 1 })
    expect(await queryBeside([true, false])).toEqual({ queries: 1, waits: [pause], looks: 2 })
  })

  it('waits again if a scheduled query began in the meantime', async () => {
    expect(await queryBeside([true, true, false])).toEqual({ queries: 1, waits: [pause, pause], looks: 3 })
    expect(await queryBeside([true, true], 3)).toEqual({ queries: 0, waits: [pause, pause], looks: 3 })
  })

  it('fails after the second wait', async () => {
    expect(await queryBeside([true, true, true])).toEqual({ queries: 0, waits: [pause, pause], looks: 3 })
  })
})
