import { beforeEach, describe, expect, it } from 'vitest'

import { createTransact, type Transact } from '@sluice/platform/database/transact'
import { createSystemRandom, systemTimers } from '@sluice/platform/system'

import { describeOnBothDatabases } from '../../../test/databases.ts'
import { PROVIDER_OUTCOME } from '../../../test/elsewhere.ts'
import { OperationsFixture } from '../../../test/operations-fixture.ts'
import { FakeOperator } from '../../../test/fake-operator.ts'
import { makeAttempt, makeOpening } from '../../../test/transaction-fixtures.ts'
import type { TransactionTables } from '../transactions.tables.ts'
import type { Attempt } from '../execution/attempt.ts'
import type { ProviderOrder } from '../execution/execution-records.ts'
import { insertOrder } from '../execution/open-execution.store.ts'
import { LAST_QUERY_MS } from '../execution/apply-result.ts'
import { queryAfterTheEnd } from './query-after-the-end.ts'
import { createProviderReports } from './provider-reports.store.ts'
import { receiveReport, type ReportPorts } from './receive-report.ts'
import { reverseLateMoney } from './reverse-late-money.ts'

const APPROVED = '0000'
const MISTYPED = '2002'
const OPEN = '1002'
type Code = '0000' | '1000' | '1002' | '2002'

const WORDS: Readonly<Record<Code, string>> = {
  '0000': 'COMPLETED',
  '1000': 'DECLINED',
  '1002': 'PENDING',
  '2002': 'DECLINED',
}

describeOnBothDatabases('a transaction with several orders', (openFresh) => {
  const elsewhere = new FakeOperator('sim-b')
  let fixture: OperationsFixture
  let ports: ReportPorts
  /** The answers of the providers for each attempt. */
  let says: Map<string, Code>
  let voided: string[]
  let place: (order: ProviderOrder) => Promise<void>

  beforeEach(async () => {
    const database = await openFresh()
    fixture = new OperationsFixture(database)
    const { db, dialect } = database
    const clock = { now: () => fixture.nowMs }
    const random = createSystemRandom(clock)
    const transact: Transact<TransactionTables> = createTransact({ db, random, timers: systemTimers })
    const another = new OperationsFixture(database, elsewhere)
    const providers = new Map([...fixture.ports.providers, ...another.ports.providers])
    ports = {
      ...fixture.ports,
      providers,
      reports: createProviderReports({
        db,
        dialect,
        transact,
        clock,
        audit: { write: () => Promise.resolve() },
      }),
    }
    place = (order) => transact((trx) => insertOrder(trx, order, fixture.nowMs))
    says = new Map()
    voided = []
    for (const provider of [fixture.provider, elsewhere]) {
      provider.findOutcome = async ({ key }) => {
        const processingCode = says.get(key)
        return processingCode === undefined
          ? null
          : { ...PROVIDER_OUTCOME, processingCode, referenceNumber: null }
      }
      provider.undo = async ({ original }) => {
        voided.push(original.key)
        return PROVIDER_OUTCOME
      }
    }
  })

  const orderOf = ({ id: attemptId, transactionId, merchantId, providerId, accountId }: Attempt) => ({
    transactionId,
    merchantId,
    attemptId,
    providerId,
    accountId,
  })

  /** An attempt with a mistyped code, and the next attempt, which waits for its shopper. */
  const tryTwice = async (secondAt = 'sim-a', secondAccount = `${secondAt}-eur`) => {
    const opening = makeOpening({
      amountMinor: 1_000,
      createdAtMs: fixture.nowMs,
      updatedAtMs: fixture.nowMs,
      paymentMethod: {
        ...makeOpening().transaction.paymentMethod,
        type: 'partner-blik',
      },
    })
    const { transaction, pendingAuthentication } = opening
    const first: Attempt = opening.attempt
    await fixture.ports.store.open({ ...opening, order: orderOf(first) })
    const second: Attempt = {
      ...makeAttempt(transaction, 2),
      providerId: secondAt,
      accountId: secondAccount,
      status: 'PENDING',
      dueAtMs: fixture.nowMs + 60_000,
    }
    const { stepNumber: _, ...current } = pendingAuthentication
    const committed = await ports.store.commit({
      from: pendingAuthentication,
      to: { ...current, attemptId: second.id, step: 'REDIRECT', leaseUntilMs: null },
      attempts: [
        { ...first, status: 'ENDED', processingCode: MISTYPED, dueAtMs: fixture.nowMs + LAST_QUERY_MS },
        second,
      ],
    })
    if (committed === null) throw new Error('not committed')
    await place(orderOf(second))
    says.set(first.id, MISTYPED).set(second.id, OPEN)

    const end = async (processingCode: '0000' | '1000'): Promise<void> => {
      says.set(second.id, processingCode)
      const status = processingCode === APPROVED ? 'APPROVED' : 'DECLINED'
      const after = { ...transaction, status, processingCode } as const
      const { stepNumber: __, ...waiting } = committed.pendingAuthentication
      await ports.store.commit({
        from: committed.pendingAuthentication,
        to: { ...waiting, step: 'DONE' },
        transaction: { before: transaction, after, cause: 'provider' },
        attempts: [{ ...second, status: 'ENDED', processingCode, dueAtMs: null }],
        event: fixture.ports.describeEvent(after),
      })
    }
    return { first, second, transaction, end }
  }

  let messages = 0
  const report = (of: Attempt, code: Code, providerTransactionId = `ps-${of.id}`) =>
    receiveReport(
      ports,
      of.providerId,
      `msg_${(messages += 1)}`,
      {
        accountId: of.accountId,
        transactionId: of.transactionId,
        providerTransactionId,
        providerUserId: 'user-1',
        currency: 'EUR',
        amount: '10.00',
        status: WORDS[code],
        type: 'DEPOSIT',
      },
      code,
    )
  const work = async (): Promise<void> => {
    await queryAfterTheEnd(ports)
    await reverseLateMoney(ports)
  }
  const passHours = async (hours: number): Promise<void> => {
    for (let hour = 0; hour < hours; hour += 1) {
      fixture.nowMs += LAST_QUERY_MS + 1
      await work()
    }
  }
  const alerts = () =>
    fixture.ask('select kind, attempt_id from reconciliation_alerts order by created_at, kind')
  const names = async () => {
    const rows = await fixture.ask('select attempt_id, provider_transaction_id as name from provider_orders')
    return Object.fromEntries(rows.map((row) => [row['attempt_id'], row['name']]))
  }
  const stands = async ({ transactionId, merchantId }: Attempt) =>
    (await ports.store.find(merchantId, transactionId))?.status

  describe.each(['sim-a', 'sim-b'] as const)('the second at %s', (secondAt) => {
    it('both are paid after the end, and each is reversed once', async () => {
      const { first, second, end } = await tryTwice(secondAt)
      await end('1000')
      says.set(first.id, APPROVED).set(second.id, APPROVED)
      for (const each of [first, second, first]) {
        expect(await report(each, APPROVED)).toEqual({ kind: 'accepted' })
        await work()
      }
      await passHours(30)
      expect(voided.toSorted()).toEqual([first.id, second.id].toSorted())
      const kept = await alerts()
      expect(kept.map(({ kind }) => kind)).toEqual(['LATE_SUCCESS', 'LATE_SUCCESS'])
      expect(kept.map((row) => row['attempt_id']).toSorted()).toEqual([first.id, second.id].toSorted())
    })

    it('the second pays and the first is paid too: only the first is reversed', async () => {
      const { first, second, end } = await tryTwice(secondAt)
      await end(APPROVED)
      says.set(first.id, APPROVED)
      expect(await report(first, APPROVED)).toEqual({ kind: 'accepted' })
      expect(await report(second, APPROVED)).toEqual({ kind: 'accepted' })
      await work()
      await passHours(30)
      expect(voided).toEqual([first.id])
      expect(await alerts()).toEqual([{ kind: 'LATE_SUCCESS', attempt_id: first.id }])
      expect(await stands(second)).toBe('APPROVED')
    })

    it('a payment of the first does not end the second while its shopper pays', async () => {
      const { first, second } = await tryTwice(secondAt)
      says.set(first.id, APPROVED)
      expect(await report(first, APPROVED)).toEqual({ kind: 'accepted' })
      await work()
      expect(voided).toEqual([first.id])
      expect(await stands(second)).toBe('PENDING')
      says.set(second.id, APPROVED)
      expect(await report(second, APPROVED)).toEqual({ kind: 'accepted' })
      expect(await stands(second)).toBe('APPROVED')
      await passHours(30)
      expect(voided).toEqual([first.id])
    })

    it('a refusal of the first does not contradict an approval of the second', async () => {
      const { first, end } = await tryTwice(secondAt)
      await end(APPROVED)
      await report(first, '1000')
      await work()
      expect(await alerts()).toEqual([])
      expect(voided).toEqual([])
    })

    it('without a report both are found by a status query, or left for manual resolution', async () => {
      const { first, second, end } = await tryTwice(secondAt)
      await end('1000')
      await fixture.ask(
        `update attempts set due_at = ${fixture.nowMs + LAST_QUERY_MS} where id = '${second.id}'`,
      )
      says.set(first.id, APPROVED).set(second.id, OPEN)
      await passHours(30)
      expect(voided).toEqual([first.id])
      expect(await alerts()).toEqual([
        { kind: 'LATE_SUCCESS', attempt_id: first.id },
        { kind: 'UNRESOLVED', attempt_id: second.id },
      ])
    })

    it('an order gets the reference from its own report', async () => {
      const { first, second } = await tryTwice(secondAt)
      await report(first, '1000', 'ps-first')
      says.set(second.id, APPROVED)
      await report(second, APPROVED, 'ps-second')
      expect(await names()).toEqual({ [first.id]: 'ps-first', [second.id]: 'ps-second' })
    })
  })

  it('a reference from a report that may apply to either is stored with neither', async () => {
    const { first, second } = await tryTwice()
    says.set(first.id, APPROVED).set(second.id, APPROVED)
    await report(first, APPROVED, 'ps-first')
    expect(await stands(second)).toBe('APPROVED')
    expect(await names()).toEqual({ [first.id]: null, [second.id]: null })
    const [attempt] = await fixture.ask(`select reference_number from attempts where id = '${second.id}'`)
    expect(attempt).toEqual({ reference_number: null })
  })

  it('two accounts at one provider each report their own order', async () => {
    const { first, second } = await tryTwice('sim-a', 'sim-a-pln')
    expect(await report(second, '1002', 'ps-second')).toEqual({ kind: 'accepted' })
    expect(await names()).toEqual({ [first.id]: null, [second.id]: 'ps-second' })
    expect(await report({ ...second, accountId: 'another' }, APPROVED)).toMatchObject({ kind: 'mismatched' })
    expect(await alerts()).toEqual([{ kind: 'ACCOUNT_MISMATCH', attempt_id: second.id }])
  })

  it('a provider that withdraws an approval contradicts that attempt', async () => {
    const { second, end } = await tryTwice()
    await end(APPROVED)
    says.set(second.id, '1000')
    await report(second, '1000')
    await work()
    expect(await alerts()).toEqual([{ kind: 'CONTRADICTION', attempt_id: second.id }])
  })

  it('an approved attempt is not queried again, even if it became due', async () => {
    const { second, end } = await tryTwice()
    await end(APPROVED)
    await fixture.ask(`update attempts set due_at = 1 where id = '${second.id}'`)
    await work()
    expect(voided).toEqual([])
    expect(await alerts()).toEqual([])
  })
})
