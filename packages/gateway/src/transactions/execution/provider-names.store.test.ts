import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'

import { Secret } from '@sluice/platform/kernel/secret'
import type { OpenDatabase } from '@sluice/platform/database/open-database'
import { createTransact } from '@sluice/platform/database/transact'
import { createSystemRandom, systemTimers } from '@sluice/platform/system'

import { makeCommitPorts, TEST_SEALER } from '../../../test/commit-ports.ts'
import { describeOnBothDatabases } from '../../../test/databases.ts'
import { makeOpening, NOW_MS, type OpeningParts } from '../../../test/transaction-fixtures.ts'
import type { Database } from '../../composition/tables.ts'
import { erasePersonOf } from './erase-person.store.ts'
import type { TransactionStore } from './execution-records.ts'
import { createTransactionStore } from './execution.store.ts'
import { createProviderMemory, storeNames } from './provider-names.store.ts'
import type { ProviderNames } from './provider.ts'
import { withNames } from './apply-result.ts'

const HOUR_MS = 3_600_000

const names = (state: string | null, ...refs: string[]): ProviderNames => ({
  state: state === null ? null : new Secret(state),
  refs,
})

describeOnBothDatabases('the providers’ names for payments', (openFresh, { dialect }) => {
  let database: OpenDatabase<Database>
  let store: TransactionStore
  let nowMs = NOW_MS
  const clock = { now: () => nowMs }
  const random = createSystemRandom(clock)
  const memory = () => createProviderMemory({ db: database.db, sealer: TEST_SEALER })

  beforeEach(async () => {
    nowMs = NOW_MS
    database = await openFresh()
    const { db } = database
    const transact = createTransact({ db, random, timers: systemTimers })
    store = createTransactionStore({ db, dialect, transact, clock, ...makeCommitPorts(db, clock) })
  })

  /** Stores a provider answer that leaves the outcome open. */
  async function answer({ attempt }: OpeningParts, named: ProviderNames): Promise<boolean> {
    const open = await store.findOpen(attempt.merchantId, attempt.transactionId)
    if (!open) throw new Error('it ended')
    const { stepNumber: _, ...to } = open.pendingAuthentication
    const committed = await store.commit({
      from: open.pendingAuthentication,
      to,
      attempts: [withNames(open.attempt, { names: named })],
    })
    return committed !== null
  }

  async function openOne(): Promise<OpeningParts> {
    const opening = makeOpening()
    await store.open(opening)
    return opening
  }

  /** Stores an event about `ref` that is tried again in an hour. */
  async function storeEvent({ attempt }: OpeningParts, ref: string): Promise<void> {
    await database.db
      .insertInto('provider_events')
      .values({
        provider_id: attempt.providerId,
        provider_account_id: attempt.accountId,
        event_id: 'event-1',
        state: 'WAITING',
        kind: 'outcome',
        fact: 'fact-1',
        body_hash: 'hash',
        call_key: null,
        ref,
        transaction_id: null,
        attempt_id: null,
        sealed_event: null,
        due_at: NOW_MS + HOUR_MS,
        tries: 0,
        failures: 0,
        occurred_at: NOW_MS,
        received_at: NOW_MS,
      })
      .execute()
  }

  const recall = ({ attempt }: OpeningParts) => memory().recall(attempt)
  const listRefs = async () =>
    (
      await database.db
        .selectFrom('provider_references')
        .select(['ref', 'attempt_id'])
        .orderBy('ref')
        .execute()
    ).map(({ ref }) => ref)

  it.each([
    { afterMs: 9_999, dueAtMs: NOW_MS + HOUR_MS },
    { afterMs: 10_000, dueAtMs: NOW_MS },
  ])(
    'wakes the events that wait for a name, unless the call is decided within 10 s: after $afterMs ms',
    async (row) => {
      const opening = await openOne()
      await storeEvent(opening, 'pi_1')
      nowMs += row.afterMs
      const { stepNumber: _, ...to } = opening.pendingAuthentication
      await store.commit({
        from: opening.pendingAuthentication,
        to,
        attempts: [{ ...withNames(opening.attempt, { names: names(null, 'pi_1') }), status: 'ENDED' }],
      })
      const event = await database.db.selectFrom('provider_events').select('due_at').executeTakeFirstOrThrow()
      expect(event.due_at).toBe(row.dueAtMs)
    },
  )

  it('is empty at first, and then has the value of the last answer', async () => {
    const opening = await openOne()
    const key = opening.attempt.id
    const { accountId } = opening.attempt
    const { amountMinor, currency } = opening.transaction
    const asked = { accountId, amountMinor, currency, mayBePartial: true }
    expect(await recall(opening)).toEqual({ key, state: null, providerReference: null, ...asked })
    await answer(opening, names('first', 'pi_1'))
    await answer(opening, names('second', 'pi_2', 'ch_1', 'ch_1'))
    const recalled = await recall(opening)
    expect(recalled).toMatchObject({ key, providerReference: 'pi_2' })
    expect(recalled.state?.reveal()).toBe('second')
    expect(await listRefs()).toEqual(['ch_1', 'pi_1', 'pi_2'])
  })

  it('stays as it was where an answer does not mention it', async () => {
    const opening = await openOne()
    await answer(opening, names('state', 'pi_1'))
    await answer(opening, names(null))
    const recalled = await recall(opening)
    expect([recalled.state?.reveal(), recalled.providerReference]).toEqual(['state', 'pi_1'])
  })

  it('is stored with its answer or not at all', async () => {
    const opening = await openOne()
    const open = await store.findOpen(opening.attempt.merchantId, opening.attempt.transactionId)
    if (!open) throw new Error('it ended')
    await answer(opening, names('first', 'pi_1'))
    const { stepNumber: _, ...to } = open.pendingAuthentication
    // Another worker was faster.
    const attempts = [withNames(open.attempt, { names: names('late', 'pi_9') })]
    expect(await store.commit({ from: open.pendingAuthentication, to, attempts })).toBeNull()
    expect((await recall(opening)).state?.reveal()).toBe('first')
    expect(await listRefs()).toEqual(['pi_1'])
  })

  it('is sealed for its attempt: in another row it does not open', async () => {
    const [one, other] = [await openOne(), await openOne()]
    await answer(one, names('secret of one', 'pi_1'))
    await answer(other, names('secret of another', 'pi_1'))
    const { rows } = await sql<{ sealed_state: Buffer }>`select sealed_state from provider_states`.execute(
      database.db,
    )
    expect(rows.map(({ sealed_state: sealed }) => sealed.toString('latin1')).join()).not.toContain('secret')
    await database.db
      .updateTable('provider_states')
      .set({ sealed_state: rows[0]?.sealed_state ?? Buffer.alloc(0) })
      .execute()
    const opened = await Promise.allSettled([recall(one), recall(other)])
    expect(opened.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    // Two payments may have one reference.
    expect(await listRefs()).toEqual(['pi_1', 'pi_1'])
  })

  it('differs from that of another order, at the same account of the provider', async () => {
    const one = await openOne()
    const { orderId, terminalId } = one.transaction
    const [capture, other] = [makeOpening({ orderId, terminalId }), await openOne()]
    await store.open(capture)
    await answer(one, names(null, 'pi_1'))
    const isForeignTo = ({ attempt }: OpeningParts, changes = {}) =>
      memory().isOfAnotherOrder({ ...attempt, ...changes }, 'pi_1')
    expect(await isForeignTo(other)).toBe(true)
    expect(await isForeignTo(one)).toBe(false)
    expect(await isForeignTo(capture)).toBe(false)
    expect(await isForeignTo(other, { accountId: 'another' })).toBe(false)
    expect(await memory().isOfAnotherOrder(other.attempt, 'pi_2')).toBe(false)
  })

  it('is erased with the person, except for the references', async () => {
    const opening = await openOne()
    const { merchantId, id } = opening.transaction
    await answer(opening, names('state', 'pi_1'))
    await erasePersonOf(database.db, merchantId, [id])
    expect(await recall(opening)).toMatchObject({ state: null, providerReference: 'pi_1' })
    expect(await listRefs()).toEqual(['pi_1'])
  })

  it('withdraws an order under one key, however often and by whichever worker', async () => {
    const [one, other] = [await openOne(), await openOne()]
    const keys = await Promise.all([1, 2, 3].map(() => memory().cancellationKeyOf(one.attempt)))
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toBe(`${one.attempt.id}_c`)
    expect(await memory().cancellationKeyOf(other.attempt)).not.toBe(keys[0])
    // Later commits of the attempt leave it alone.
    await answer(one, names(null, 'pi_1'))
    expect(await memory().cancellationKeyOf(one.attempt)).toBe(keys[0])
  })

  it('stores a state of 8 KiB', async () => {
    const { attempt } = await openOne()
    await storeNames(database.db, attempt, names('ž'.repeat(4_096)), TEST_SEALER, NOW_MS, true)
    expect((await memory().recall(attempt)).state?.reveal()).toHaveLength(4_096)
  })
})
