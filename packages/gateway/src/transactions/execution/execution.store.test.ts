import { randomUUID } from 'node:crypto'
import { type KyselyPlugin, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { uuidFloor } from '@sluice/platform/kernel/random'
import { createTransact } from '@sluice/platform/database/transact'
import type { OpenDatabase } from '@sluice/platform/database/open-database'
import { createSystemRandom, systemTimers } from '@sluice/platform/system'

import { makeCommitPorts } from '../../../test/commit-ports.ts'
import { describeOnBothDatabases } from '../../../test/databases.ts'
import {
  makeAttempt,
  makeEvent,
  makeOpening,
  makeTransaction,
  NOW_MS,
} from '../../../test/transaction-fixtures.ts'
import { createSessionStore } from '../../sessions/session.store.ts'
import { NO_OPTIONS, type Session } from '../../sessions/session.ts'
import type { Attempt } from './attempt.ts'
import type { Change, Execution, StoredResumeToken, TransactionStore } from './execution-records.ts'
import { createTransactionStore } from './execution.store.ts'
import { listNextOld, markErased } from './retention.store.ts'
import type { Database } from '../../composition/tables.ts'

const clock = { now: () => NOW_MS }

function finish(open: Execution, changes: Partial<Change> = {}): Change {
  const { stepNumber: _, ...current } = open.pendingAuthentication
  const after = { ...open.transaction, status: 'APPROVED' as const, processingCode: '0000' as const }
  return {
    from: open.pendingAuthentication,
    to: { ...current, step: 'DONE', leaseUntilMs: null, sealedCard: null, sealedStep: null },
    transaction: { before: open.transaction, after, cause: 'provider' },
    attempts: [{ ...open.attempt, status: 'ENDED', processingCode: '0000' }],
    event: makeEvent(),
    ...changes,
  }
}

describeOnBothDatabases('transactions: the store', (openFresh) => {
  let database: OpenDatabase<Database>
  let store: TransactionStore
  let sessions: ReturnType<typeof createSessionStore>

  beforeEach(async () => {
    database = await openFresh()
    const transact = createTransact({
      db: database.db,
      random: createSystemRandom(clock),
      timers: systemTimers,
    })
    const ports = makeCommitPorts(database.db, clock)
    store = createTransactionStore({ ...database, transact, clock, ...ports })
    sessions = createSessionStore({ db: database.db, transact, ...ports })
  })
  afterEach(() => database.close())

  const open = async (opening = makeOpening()) => {
    expect(await store.open(opening)).toEqual({ kind: 'opened', matches: [] })
    return opening
  }

  /** Sends the cardholder to the issuer. */
  const challenge = async (opening: Execution, threeDsServerTransId: string = randomUUID()) => {
    const { stepNumber: _, ...current } = opening.pendingAuthentication
    const attempt: Attempt = {
      ...opening.attempt,
      authentication: {
        serverId: 'main',
        threeDsServerTransId,
        messageVersion: '2.2.0',
        acsTransId: 'acs-1',
        acsUrl: 'https://bank.example/acs',
        hostedChallenge: 'FRAME',
        channel: 'BROWSER',
        dsTransId: 'ds-1',
        completionIndicator: 'Y',
        transStatus: 'C',
        transStatusReason: '01',
        eci: '05',
        challengeCancel: '04',
        round: 1,
        challengeExpiresAtMs: NOW_MS + 600_000,
        cresReceivedAtMs: null,
      },
    }
    const committed = await store.commit({
      from: opening.pendingAuthentication,
      to: { ...current, step: 'CHALLENGE', leaseUntilMs: null },
      attempts: [attempt],
      authenticated: attempt,
    })
    if (committed === null) throw new Error('not committed')
    return {
      ...opening,
      attempt,
      pendingAuthentication: committed.pendingAuthentication,
      threeDsServerTransId,
    }
  }

  it('stores a 3DS server transaction id for one attempt only, also when two of different merchants come at once', async () => {
    const first = await open()
    const second = await open(makeOpening({ merchantId: 'merchant-2' }))
    const id = randomUUID()
    const stored = await Promise.allSettled([challenge(first, id), challenge(second, id)])
    expect(stored.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(stored.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { name: 'TakenThreeDsIdError' },
    })
  })

  it('keeps an alert with the commit that raises it, the first of its kind for each attempt', async () => {
    const { transaction } = await open()
    const alert = {
      merchantId: transaction.merchantId,
      transactionId: transaction.id,
      kind: 'UNRESOLVED',
      providerId: 'sim-a',
      attemptId: makeAttempt(transaction).id,
      detail: { account_id: 'sim-a-eur' },
      reversalDueAtMs: null,
      reversalTries: 0,
    } as const
    const ofAnother = { ...alert, attemptId: makeAttempt(transaction, 2).id }
    for (const raised of [alert, { ...alert, detail: { account_id: 'another' } }, ofAnother]) {
      const opened = await store.findOpen(transaction.merchantId, transaction.id)
      if (!opened) throw new Error('not open')
      const { stepNumber: _, ...current } = opened.pendingAuthentication
      await store.commit({ from: opened.pendingAuthentication, to: current, alert: raised })
    }
    const rows = await database.db.selectFrom('reconciliation_alerts').selectAll().execute()
    const common = {
      merchant_id: transaction.merchantId,
      transaction_id: transaction.id,
      kind: 'UNRESOLVED',
      detail: JSON.stringify(alert.detail),
    }
    expect(rows).toHaveLength(2)
    expect(rows).toEqual(
      expect.arrayContaining(
        [alert, ofAnother].map(({ attemptId }): unknown =>
          expect.objectContaining({ ...common, attempt_id: attemptId }),
        ),
      ),
    )
  })

  it('lists a merchant’s old transactions up to the first that has not ended, each until it is erased', async () => {
    const older = await open(makeOpening({ id: uuidFloor(NOW_MS - 2) }))
    const newer = await open(makeOpening({ id: uuidFloor(NOW_MS - 1) }))
    const { merchantId } = older.transaction
    const listOld = (beforeMs = NOW_MS, limit = 10) =>
      listNextOld(database.db, merchantId, { beforeMs, limit })
    const [first, second] = [older.transaction.id, newer.transaction.id]
    expect(await listOld()).toEqual([])
    await store.commit(finish(newer))
    expect(await listOld()).toEqual([])
    await store.commit(finish(older))
    expect(await listOld()).toEqual([first, second])
    expect(await listOld(NOW_MS - 1)).toEqual([first])
    expect(await listOld(NOW_MS, 1)).toEqual([first])
    await markErased(database.db, merchantId, first)
    expect(await listOld()).toEqual([second])
    await markErased(database.db, merchantId, second)
    expect(await listOld()).toEqual([])
  })

  it('reads back what was stored', async () => {
    const opening = await open()
    const { merchantId, id } = opening.transaction
    expect(await store.find(merchantId, id)).toEqual(opening.transaction)
    expect(await store.findOpen(merchantId, id)).toEqual({
      transaction: opening.transaction,
      attempt: opening.attempt,
      pendingAuthentication: opening.pendingAuthentication,
    })
    expect(await store.find('another-merchant', id)).toBeNull()
    expect(await store.findOpen('another-merchant', id)).toBeNull()
  })

  it('reads back an authentication, which ends with the call of the provider', async () => {
    const { attempt, pendingAuthentication } = await challenge(await open())
    const find = () => store.findOpen(attempt.merchantId, attempt.transactionId)
    expect((await find())?.attempt).toEqual(attempt)

    const { stepNumber: _, ...current } = pendingAuthentication
    const started: Attempt = { ...attempt, status: 'STARTED' }
    const to = { ...current, step: 'WORKING' as const }
    await store.commit({ from: pendingAuthentication, to, attempts: [started], authenticated: started })
    expect((await find())?.attempt.authentication).toEqual({
      ...attempt.authentication,
      challengeExpiresAtMs: null,
    })
  })

  it('never shows one as open that ends while it is read', async () => {
    for (let round = 0; round < 10; round += 1) {
      const opening = await open()
      const { merchantId, id } = opening.transaction
      const [, ...seen] = await Promise.all([
        store.commit(finish(opening)),
        ...Array.from({ length: 10 }, () => store.findOpen(merchantId, id)),
      ])
      expect(seen.filter((it) => it !== null && it.transaction.status !== 'PENDING')).toEqual([])
    }
  })

  it('assigns a reference to exactly one of many', async () => {
    const reference = 'order-1'
    const results = await Promise.all(
      Array.from({ length: 20 }, () => store.open(makeOpening({ reference }))),
    )
    expect(results.filter(({ kind }) => kind === 'opened')).toHaveLength(1)
    expect(results.filter(({ kind }) => kind === 'reference_taken')).toHaveLength(19)
    const { count } = await database.db
      .selectFrom('transactions')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(1)
    expect(await store.open(makeOpening({ reference, terminalId: 'T00000000002' }))).toEqual({
      kind: 'opened',
      matches: [],
    })
    expect(await store.open(makeOpening({ reference, merchantId: 'merchant-2' }))).toEqual({
      kind: 'opened',
      matches: [],
    })
  })

  it('lets an INVALID transaction request a reference without taking it', async () => {
    const reference = 'order-2'
    const invalid = () => ({
      transaction: makeTransaction({
        reference,
        status: 'INVALID',
        processingCode: '2013',
        processing: null,
      }),
      attempt: null,
      pendingAuthentication: null,
      uses: [],
      event: makeEvent(),
    })
    expect(await store.open(invalid())).toEqual({ kind: 'opened', matches: [] })
    expect(await store.open(invalid())).toEqual({ kind: 'opened', matches: [] })
    await open(makeOpening({ reference }))
    expect(await store.open(invalid())).toEqual({ kind: 'reference_taken' })
  })

  it('frees a reference when its transaction ends INVALID, and only then', async () => {
    const [invalid, declined] = [await open(), await open()]
    for (const [opening, status] of [
      [invalid, 'INVALID'],
      [declined, 'DECLINED'],
    ] as const) {
      const change = finish(opening)
      const after = { ...opening.transaction, status, processingCode: '2013' as const }
      await store.commit({
        ...change,
        transaction: { before: opening.transaction, after, cause: 'provider' },
      })
    }
    const again = ({ transaction: { reference } }: Execution) => store.open(makeOpening({ reference }))
    expect(await again(invalid)).toEqual({ kind: 'opened', matches: [] })
    expect(await again(declined)).toEqual({ kind: 'reference_taken' })
  })

  it('finds the owner of a 3DS server transaction id', async () => {
    const { transaction, attempt, threeDsServerTransId } = await challenge(await open())
    const find = (merchantId: string, transactionId: string) =>
      store.findAuthentication(merchantId, transactionId, threeDsServerTransId)
    expect(await find(transaction.merchantId, transaction.id)).toBe(attempt.id)
    expect(await find('another-merchant', transaction.id)).toBeNull()
    expect(await find(transaction.merchantId, (await open()).transaction.id)).toBeNull()
    const idOf = (merchantId: string, attemptId: string) =>
      store.findServerTransId(merchantId, transaction.id, attemptId)
    expect(await idOf(transaction.merchantId, attempt.id)).toBe(threeDsServerTransId)
    expect(await idOf('another-merchant', attempt.id)).toBeNull()
    expect(await idOf(transaction.merchantId, (await open()).attempt.id)).toBeNull()
  })

  it('opens a sealed field for one terminal and reference only', async () => {
    const uses = [{ field: 'encrypted_cvv' as const, useKey: 'use-1', expiresAtMs: NOW_MS + 1 }]
    const first = { ...makeOpening({ reference: 'order-3' }), uses }
    expect(await store.open(first)).toEqual({ kind: 'opened', matches: [] })
    expect(await store.open({ ...makeOpening({ reference: 'order-4' }), uses })).toEqual({
      kind: 'sealed_field_used',
      field: 'encrypted_cvv',
    })
    // The refused opening left nothing behind: its reference is free.
    await open(makeOpening({ reference: 'order-4' }))
    expect(
      await store.open({ ...makeOpening({ reference: 'order-4', merchantId: 'merchant-2' }), uses }),
    ).toEqual({
      kind: 'opened',
      matches: [],
    })
  })

  it('lets one of two workers move an authorization', async () => {
    const opening = await open()
    const results = await Promise.all([store.commit(finish(opening)), store.commit(finish(opening))])
    expect(results.filter((result) => result !== null)).toHaveLength(1)
    expect(await store.find(opening.transaction.merchantId, opening.transaction.id)).toMatchObject({
      status: 'APPROVED',
      processingCode: '0000',
    })
    const { rows } = await sql<{ type: string }>`select type from events`.execute(database.db)
    expect(rows).toHaveLength(1)
  })

  it('writes a gap-free history and erases what the handles open, in the commit of the end', async () => {
    const opening = await open()
    const resumeToken: StoredResumeToken = {
      lookup: 'lookup-1',
      merchantId: opening.transaction.merchantId,
      transactionId: opening.transaction.id,
      attemptId: opening.attempt.id,
      kind: 'PAYMENT_DATA',
      step: 'CHALLENGE',
      wrappedKey: Buffer.from('wrapped'),
      sealedSession: Buffer.from('session'),
      createdAtMs: NOW_MS,
    }
    const { stepNumber: _, ...current } = opening.pendingAuthentication
    const waiting = await store.commit({
      from: opening.pendingAuthentication,
      to: { ...current, step: 'CHALLENGE', sealedCard: Buffer.from('card'), sealedStep: Buffer.from('step') },
      resumeTokens: [resumeToken],
    })
    expect(await store.findResumeToken('lookup-1')).toEqual(resumeToken)
    if (waiting === null) throw new Error('not committed')
    await store.commit(finish({ ...opening, pendingAuthentication: waiting.pendingAuthentication }))

    expect((await store.findResumeToken('lookup-1'))?.wrappedKey).toBeNull()
    expect(await store.findOpen(opening.transaction.merchantId, opening.transaction.id)).toBeNull()
    const history = await database.db
      .selectFrom('transaction_history')
      .select(['seq', 'from_status', 'to_status', 'cause'])
      .where('transaction_id', '=', opening.transaction.id)
      .orderBy('seq')
      .execute()
    expect(history).toEqual([
      { seq: 1, from_status: null, to_status: 'PENDING', cause: 'authorize' },
      { seq: 2, from_status: 'PENDING', to_status: 'APPROVED', cause: 'provider' },
    ])
    const { sealed_card, sealed_envelope } = await database.db
      .selectFrom('continuations')
      .select(['sealed_card', 'sealed_envelope'])
      .executeTakeFirstOrThrow()
    expect([sealed_card, sealed_envelope]).toEqual([null, null])
  })

  it('ends no transaction without its event', async () => {
    const opening = await open()
    const { event: _, ...withoutEvent } = finish(opening)
    await expect(store.commit(withoutEvent)).rejects.toThrow('ends without an event')
    expect(await store.find(opening.transaction.merchantId, opening.transaction.id)).toMatchObject({
      status: 'PENDING',
    })
  })

  it('never changes a final status, not even by SQL', async () => {
    const opening = await open()
    await store.commit(finish(opening))
    await expect(
      sql`update transactions set status = 'DECLINED' where id = ${opening.transaction.id}`.execute(
        database.db,
      ),
    ).rejects.toThrow('a final transaction status cannot change')
  })

  it('finds what is due, and nothing else', async () => {
    const working = await open()
    const challenged = await challenge(await open())
    const ids = (found: readonly Execution[]) => found.map(({ transaction }) => transaction.id)

    expect(ids(await store.listAbandoned(NOW_MS + 59_999, 10))).toEqual([])
    expect(ids(await store.listAbandoned(NOW_MS + 60_000, 10))).toEqual([working.transaction.id])
    expect(ids(await store.listOverdue(NOW_MS + 599_999, 10))).toEqual([])
    expect(ids(await store.listOverdue(NOW_MS + 600_000, 10))).toEqual([challenged.transaction.id])
    const claim = { nowMs: NOW_MS + 10 ** 9, untilMs: NOW_MS + 2 * 10 ** 9, limit: 10 }
    expect(ids(await store.claimDueQueries(claim))).toEqual([])
  })

  describe('read while another process moves it', () => {
    /** A store whose searches are followed by a move, as by another process. */
    const storeAfter = (searches: number, move: () => Promise<unknown>) => {
      let left = searches
      const plugin: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          left -= 1
          if (left === 0) expect(await move()).not.toBeNull()
          return result
        },
      }
      return createTransactionStore({
        ...database,
        db: database.db.withPlugin(plugin),
        transact: () => Promise.reject(new Error('it only reads')),
        clock,
        ...makeCommitPorts(database.db, clock),
      })
    }
    const moveTo = (
      execution: Execution,
      to: Partial<Execution['pendingAuthentication']>,
      attempt = execution.attempt,
    ) => {
      const { stepNumber: _, ...current } = execution.pendingAuthentication
      return store.commit({
        from: execution.pendingAuthentication,
        to: { ...current, ...to },
        attempts: [attempt],
      })
    }

    it('is not abandoned: its provider may have been called', async () => {
      const opening = await open()
      const unknown = { ...opening.attempt, status: 'UNKNOWN' as const, dueAtMs: NOW_MS }
      const other = storeAfter(1, () => moveTo(opening, { step: 'WAITING', leaseUntilMs: null }, unknown))
      expect(await other.listAbandoned(NOW_MS + 60_000, 10)).toEqual([])
    })

    it('is not overdue: its shopper has come back', async () => {
      const waiting = await challenge(await open())
      const other = storeAfter(2, () =>
        moveTo(waiting, { step: 'WORKING', takenStep: 'CHALLENGE', leaseUntilMs: NOW_MS + 700_000 }),
      )
      expect(await other.listOverdue(NOW_MS + 600_000, 10)).toEqual([])
    })

    it.each([1, 2, 3, 4])(
      'is found as one commit left it, when it changes after read %i',
      async (searches) => {
        const waiting = await challenge(await open())
        const { merchantId, id } = waiting.transaction
        const authorizing = { ...waiting.attempt, status: 'STARTED' as const }
        const other = storeAfter(searches, () =>
          moveTo(waiting, { step: 'WORKING', leaseUntilMs: NOW_MS + 60_000 }, authorizing),
        )
        const found = await other.findOpen(merchantId, id)
        expect(`${found?.attempt.status} ${found?.pendingAuthentication.step}`).toBe(
          searches < 3 ? 'STARTED WORKING' : `${waiting.attempt.status} CHALLENGE`,
        )
      },
    )

    it.each([1, 2, 3])('is not found once it has ended, after read %i', async (searches) => {
      const opening = await open()
      const { merchantId, id } = opening.transaction
      const other = storeAfter(searches, () => store.commit(finish(opening)))
      expect((await other.findOpen(merchantId, id)) === null).toBe(searches < 3)
    })
  })

  it('assigns what waits for a provider to one of two janitors, and again when that one has died', async () => {
    const waiting = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const opening = await open()
        const { stepNumber: _, ...current } = opening.pendingAuthentication
        const attempt = { ...opening.attempt, status: 'UNKNOWN' as const, dueAtMs: NOW_MS }
        await store.commit({
          from: opening.pendingAuthentication,
          to: { ...current, step: 'WAITING', leaseUntilMs: null },
          attempts: [attempt],
        })
        return opening.transaction.id
      }),
    )
    const ids = (found: readonly Execution[]) => found.map(({ transaction }) => transaction.id)
    const claim = { nowMs: NOW_MS, untilMs: NOW_MS + 1_000, limit: 8 }
    expect(await store.listUnsettledProviders(NOW_MS - 1)).toEqual([])
    expect(await store.listUnsettledProviders(NOW_MS)).toEqual(['sim-a'])
    const claimed = await Promise.all([1, 2, 3, 4].map(() => store.claimDueQueries(claim)))
    expect(claimed.flatMap(ids).sort()).toEqual(waiting.sort())
    expect(await store.claimDueQueries(claim)).toEqual([])
    expect(await store.listUnsettledProviders(NOW_MS)).toEqual([])

    const later = { nowMs: NOW_MS + 1_000, untilMs: NOW_MS + 2_000, limit: 50 }
    expect(await store.claimDueQueries(later, 'sim-b')).toEqual([])
    expect(ids(await store.claimDueQueries(later, 'sim-a')).sort()).toEqual(waiting)
  })

  it('stores only the first CRes of a round', async () => {
    const { attempt } = await challenge(await open())
    await store.recordChallengeResponse(attempt, NOW_MS + 1)
    await store.recordChallengeResponse(attempt, NOW_MS + 2)
    const noted = await store.findOpen(attempt.merchantId, attempt.transactionId)
    expect(noted?.attempt.authentication?.cresReceivedAtMs).toBe(NOW_MS + 1)
  })

  it('lets one of two tabs pay a session, and moves the session with its transaction', async () => {
    const session: Session = {
      merchantId: 'merchant-1',
      idHash: 'session-1',
      kind: 'EMBEDDED',
      terminalId: 'T00000000001',
      reference: 'order-5',
      description: 'Two apples',
      currency: 'EUR',
      amountMinor: 10_000,
      transactionType: 'PURCHASE',
      returnUrl: 'https://shop.example/return',
      paymentLinkId: null,
      customer: null,
      country: null,
      metadata: null,
      tokenization: 'NONE',
      options: NO_OPTIONS,
      status: 'CREATED',
      revision: 1,
      processingCode: null,
      transactionId: null,
      submissions: 0,
      createdAtMs: NOW_MS,
      expiresAtMs: NOW_MS + 3_600_000,
    }
    expect(await sessions.create(session)).toBe(true)
    expect(await sessions.create({ ...session, idHash: 'session-2' })).toBe(false)

    const inSession = {
      sessionHash: 'session-1',
      integration: 'EMBEDDED_FIELDS' as const,
      reference: 'order-5',
    }
    const tabs = [makeOpening(inSession), makeOpening(inSession)]
    const results = await Promise.all(tabs.map((tab) => store.open(tab)))
    expect(results.map(({ kind }) => kind).sort()).toEqual(['opened', 'session_busy'])
    expect(results.find(({ kind }) => kind === 'session_busy')).toEqual({
      kind: 'session_busy',
      status: 'PENDING',
    })

    const winner = tabs[results.findIndex(({ kind }) => kind === 'opened')]
    if (!winner) throw new Error('no tab won')
    expect(await sessions.find('merchant-1', 'session-1')).toMatchObject({
      status: 'PENDING',
      transactionId: winner.transaction.id,
      submissions: 1,
    })
    await store.commit(finish(winner))
    expect(await sessions.find('merchant-1', 'session-1')).toMatchObject({
      status: 'APPROVED',
      processingCode: '0000',
    })
    expect(await sessions.end(session, 'CANCELED', '1003', NOW_MS)).toBe(false)
  })

  it('accepts six submissions in a session, also when more come at once', async () => {
    const session: Session = {
      merchantId: 'merchant-1',
      idHash: 'session-4',
      kind: 'EMBEDDED',
      terminalId: 'T00000000001',
      reference: 'order-7',
      description: 'Two apples',
      currency: 'EUR',
      amountMinor: 10_000,
      transactionType: 'PURCHASE',
      returnUrl: 'https://shop.example/return',
      paymentLinkId: null,
      customer: null,
      country: null,
      metadata: null,
      tokenization: 'NONE',
      options: NO_OPTIONS,
      status: 'CREATED',
      revision: 1,
      processingCode: null,
      transactionId: null,
      submissions: 0,
      createdAtMs: NOW_MS,
      expiresAtMs: NOW_MS + 3_600_000,
    }
    await sessions.create(session)
    // Each is refused by a rule of the gateway and leaves the session open for the next.
    const openings = Array.from({ length: 14 }, () => {
      const opening = makeOpening({
        sessionHash: 'session-4',
        integration: 'EMBEDDED_FIELDS',
        status: 'INVALID',
      })
      const event = { id: `msg_${opening.transaction.id}`, type: 'x', payload: '{}' }
      return { ...opening, attempt: null, pendingAuthentication: null, event }
    })
    const results = await Promise.all(openings.map((opening) => store.open(opening)))
    expect(results.map(({ kind }) => kind).sort()).toEqual([
      ...Array<string>(6).fill('opened'),
      ...Array<string>(8).fill('session_exhausted'),
    ])
    expect(await sessions.find('merchant-1', 'session-4')).toMatchObject({
      status: 'CREATED',
      submissions: 6,
    })
  })

  it('accepts no payment in a session whose hour is over', async () => {
    const session = {
      merchantId: 'merchant-1',
      idHash: 'session-3',
      kind: 'EMBEDDED',
      terminalId: 'T00000000001',
      reference: 'order-6',
      description: 'x',
      currency: 'EUR',
      amountMinor: 1,
      transactionType: 'PURCHASE',
      returnUrl: 'https://shop.example/return',
      paymentLinkId: null,
      customer: null,
      country: null,
      metadata: null,
      tokenization: 'NONE',
      options: NO_OPTIONS,
      status: 'CREATED',
      revision: 1,
      processingCode: null,
      transactionId: null,
      submissions: 0,
      createdAtMs: NOW_MS - 3_600_000,
      expiresAtMs: NOW_MS,
    } satisfies Session
    await sessions.create(session)
    expect(
      await store.open(makeOpening({ sessionHash: 'session-3', integration: 'EMBEDDED_FIELDS' })),
    ).toEqual({
      kind: 'session_busy',
      status: 'SESSION_EXPIRED',
    })
    expect((await sessions.listExpired(NOW_MS, 10)).map(({ idHash }) => idHash)).toEqual(['session-3'])
  })
})
