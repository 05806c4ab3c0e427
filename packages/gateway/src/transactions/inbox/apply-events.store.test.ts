import { beforeEach, describe, expect, it } from 'vitest'

import { DatabaseBusyError } from '@sluice/platform/database/database-errors'
import type { OpenDatabase } from '@sluice/platform/database/open-database'
import { createTransact } from '@sluice/platform/database/transact'
import { createSystemRandom, systemTimers } from '@sluice/platform/system'

import { TEST_SEALER } from '../../../test/commit-ports.ts'
import { describeOnBothDatabases } from '../../../test/databases.ts'
import { PROVIDER_OUTCOME } from '../../../test/elsewhere.ts'
import { EVERY_CAPABILITY } from '../../../test/make-provider.ts'
import { OperationsFixture } from '../../../test/operations-fixture.ts'
import { makeOpening } from '../../../test/transaction-fixtures.ts'
import type { Database } from '../../composition/tables.ts'
import { mapCalls } from '../execution/declarations.ts'
import type { ProviderEvent } from '../execution/provider.ts'
import { createProviderReports } from '../reports/provider-reports.store.ts'
import { applyDueEvents, type ApplyEventsPorts, EVENT_LEASE_MS } from './apply-events.ts'
import { createInbox } from './inbox.store.ts'

const DAY_MS = 86_400_000

describeOnBothDatabases('events of providers, in processes that die', (openFresh) => {
  let database: OpenDatabase<Database>
  let fixture: OperationsFixture
  let ports: ApplyEventsPorts
  let event: ProviderEvent

  beforeEach(async () => {
    database = await openFresh()
    fixture = new OperationsFixture(database)
    const { db, dialect } = database
    const clock = { now: () => fixture.nowMs }
    const transact = createTransact({ db, random: createSystemRandom(clock), timers: systemTimers })
    const options = { db, dialect, transact, clock, sealer: TEST_SEALER }
    const calls = mapCalls((kind) => ({ ...EVERY_CAPABILITY.calls[kind], lookup: 'events-only' as const }))
    fixture.provider.capabilities = { ...EVERY_CAPABILITY, calls }
    ports = {
      ...fixture.ports,
      reports: createProviderReports({ ...options, audit: { write: () => Promise.resolve() } }),
      inbox: createInbox(options),
      records: { add: () => Promise.reject(new Error('no records here')) },
      isLive: false,
      onEventFailure: () => undefined,
    }
    const { transaction, attempt, pendingAuthentication, ...opening } = makeOpening({ amountMinor: 1_000 })
    await fixture.ports.store.open({ ...opening, transaction, attempt, pendingAuthentication })
    const { stepNumber: _, ...current } = pendingAuthentication
    await fixture.ports.store.commit({
      from: pendingAuthentication,
      to: { ...current, step: 'WAITING', leaseUntilMs: null },
      attempts: [{ ...attempt, status: 'UNKNOWN', dueAtMs: fixture.nowMs + DAY_MS }],
    })
    event = {
      id: 'evt_1',
      fact: 'evt_1',
      kind: 'OUTCOME',
      key: attempt.id,
      refs: [],
      parentRefs: [],
      accountId: attempt.accountId,
      isLive: false,
      call: 'authorization',
      amountMinor: 1_000,
      currency: transaction.currency,
      outcome: PROVIDER_OUTCOME,
      record: null,
      occurredAtMs: fixture.nowMs,
      raw: Buffer.from('{}'),
    }
  })

  const store = () =>
    ports.inbox.store(fixture.provider.id, [event], {
      nowMs: fixture.nowMs,
      untilMs: fixture.nowMs + EVENT_LEASE_MS,
    })
  const books = async () => {
    const [[transaction], [stored], sent] = await Promise.all([
      fixture.ask('select status from transactions'),
      fixture.ask('select state, sealed_event is null as erased from provider_events'),
      fixture.ask('select id from events'),
    ])
    return [transaction?.['status'], stored?.['state'], Boolean(stored?.['erased']), sent.length]
  }

  it('after storing the event: it is applied when the claim expires', async () => {
    await store()
    expect(await applyDueEvents(ports)).toBe(0)
    expect(await books()).toEqual(['PENDING', 'WAITING', false, 0])
    fixture.nowMs += EVENT_LEASE_MS
    expect(await applyDueEvents(ports)).toBe(1)
    expect(await books()).toEqual(['APPROVED', 'APPLIED', true, 1])
  })

  it('after settling the payment: the event is applied again, and changes nothing', async () => {
    await store()
    fixture.nowMs += EVENT_LEASE_MS
    const dying = { ...ports.inbox, finish: () => Promise.reject(new Error('killed')) }
    await expect(applyDueEvents({ ...ports, inbox: dying })).rejects.toThrow('killed')
    expect(await books()).toEqual(['APPROVED', 'WAITING', false, 1])
    fixture.nowMs += EVENT_LEASE_MS
    await applyDueEvents(ports)
    expect(await books()).toEqual(['APPROVED', 'APPLIED', true, 1])
    expect(await fixture.ask('select kind from reconciliation_alerts')).toEqual([])
  })

  it('two processes at once settle the payment once', async () => {
    await store()
    fixture.nowMs += EVENT_LEASE_MS
    await Promise.all([applyDueEvents(ports), applyDueEvents(ports)])
    expect(await books()).toEqual(['APPROVED', 'APPLIED', true, 1])
  })

  it('a database outage does not count as a failure of the event, which is applied when the claim expires', async () => {
    await store()
    fixture.nowMs += EVENT_LEASE_MS
    const away = () => Promise.reject(new DatabaseBusyError())
    const lost = { ...ports.inbox, findAttempts: away }
    await expect(applyDueEvents({ ...ports, inbox: lost })).rejects.toThrow(DatabaseBusyError)
    expect(await fixture.ask('select state, failures from provider_events')).toEqual([
      { state: 'WAITING', failures: 0 },
    ])
    fixture.nowMs += EVENT_LEASE_MS
    await applyDueEvents(ports)
    expect(await books()).toEqual(['APPROVED', 'APPLIED', true, 1])
  })

  it('a record waits for the end of its payment, even for longer than a day', async () => {
    const record = {
      ...{ kind: 'RETURNED' as const, amountMinor: 1_000, currency: event.currency ?? '' },
      ...{
        reasonCode: null,
        reason: null,
        disputeReference: null,
        funds: 'NONE' as const,
        respondByMs: null,
      },
    }
    event = { ...event, kind: 'RECORD', outcome: null, record }
    await store()
    fixture.nowMs += 2 * DAY_MS
    await applyDueEvents(ports)
    expect(await books()).toEqual(['PENDING', 'WAITING', false, 0])
  })

  it.each([
    ['ends a pending refund', 'REFUND', 'APPLIED', 0],
    ['is ignored for a payment, and raises an alert', 'PURCHASE', 'IGNORED', 1],
  ])('a record of a failed refund %s', async (_, type, state, alerts) => {
    const record = {
      kind: 'REFUND_FAILED' as const,
      amountMinor: 1_000,
      currency: event.currency ?? '',
      reasonCode: null,
      reason: null,
      disputeReference: null,
      funds: 'NONE' as const,
      respondByMs: null,
    }
    event = { ...event, kind: 'RECORD', outcome: null, record }
    await store()
    await fixture.ask(`update transactions set status = 'DECLINED', transaction_type = '${type}'`)
    fixture.nowMs += EVENT_LEASE_MS
    await applyDueEvents(ports)
    expect(await fixture.ask('select state from provider_events')).toEqual([{ state }])
    expect(await fixture.ask('select kind from reconciliation_alerts')).toHaveLength(alerts)
  })

  it('an event about a payment in manual resolution causes a status query', async () => {
    fixture.provider.capabilities = EVERY_CAPABILITY
    await fixture.ask(`update attempts set status = 'NEEDS_DECISION', due_at = null`)
    await store()
    fixture.nowMs += EVENT_LEASE_MS
    await applyDueEvents(ports)
    const [attempt] = await fixture.ask('select due_at from attempts')
    expect(attempt?.['due_at']).not.toBeNull()
  })

  describe('a repeated event', () => {
    it('is recognized across the end of a month', async () => {
      expect(await store()).toHaveLength(1)
      fixture.nowMs += 45 * DAY_MS
      expect(await store()).toHaveLength(0)
    })

    it('is recognized for 90 days; the payload is erased after 30', async () => {
      await store()
      fixture.nowMs += 30 * DAY_MS
      expect(await ports.inbox.purgeOld(fixture.nowMs)).toBe(1)
      expect(await books()).toEqual(['PENDING', 'IGNORED', true, 0])
      fixture.nowMs += 60 * DAY_MS
      expect(await ports.inbox.purgeOld(fixture.nowMs)).toBe(1)
      expect(await store()).toHaveLength(1)
    })
  })
})
