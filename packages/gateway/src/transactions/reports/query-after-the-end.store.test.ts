import { beforeEach, expect, it } from 'vitest'

import type { OpenDatabase } from '@sluice/platform/database/open-database'
import { createTransact } from '@sluice/platform/database/transact'
import { createSystemRandom, systemTimers } from '@sluice/platform/system'

import { describeOnBothDatabases } from '../../../test/databases.ts'
import { OperationsFixture } from '../../../test/operations-fixture.ts'
import { PROVIDER_OUTCOME } from '../../../test/elsewhere.ts'
import { makeOpening } from '../../../test/transaction-fixtures.ts'
import type { Database } from '../../composition/tables.ts'
import type { Attempt } from '../execution/attempt.ts'
import type { ProviderOutcome } from '../execution/provider.ts'
import { queryAfterTheEnd } from './query-after-the-end.ts'
import { askProvider } from './ask-provider.ts'
import { createProviderReports } from './provider-reports.store.ts'
import { receiveReport, type ReportPorts } from './receive-report.ts'
import { reverseLateMoney } from './reverse-late-money.ts'

const HOUR_MS = 3_600_000
const APPROVED = '0000'
const OPEN = '1002'

describeOnBothDatabases('an order that ended here', (openFresh) => {
  let database: OpenDatabase<Database>
  let fixture: OperationsFixture
  let ports: ReportPorts
  let voided: string[]
  let audited: [action: string, subject: string][]
  let says: (key: string) => ProviderOutcome['processingCode'] | null

  beforeEach(async () => {
    database = await openFresh()
    fixture = new OperationsFixture(database)
    const { db, dialect } = database
    const clock = { now: () => fixture.nowMs }
    const transact = createTransact({ db, random: createSystemRandom(clock), timers: systemTimers })
    ports = {
      ...fixture.ports,
      reports: createProviderReports({
        db,
        dialect,
        transact,
        clock,
        audit: { write: async (_, { action, subject }) => void audited.push([action, subject]) },
      }),
    }
    voided = []
    audited = []
    says = () => OPEN
    fixture.provider.findOutcome = async ({ key }) => {
      const processingCode = says(key)
      return processingCode === null ? null : { ...PROVIDER_OUTCOME, processingCode }
    }
    fixture.provider.undo = async ({ original }) => {
      voided.push(original.key)
      return { ...PROVIDER_OUTCOME, processingCode: APPROVED }
    }
  })

  /** An attempt that was declined, and that the shopper may correct. */
  const decline = async (): Promise<Attempt> => {
    const opening = makeOpening({
      transactionType: 'PURCHASE',
      amountMinor: 1_000,
      createdAtMs: fixture.nowMs,
      updatedAtMs: fixture.nowMs,
    })
    const { transaction, attempt, pendingAuthentication } = opening
    const { id: transactionId, merchantId } = transaction
    const { id: attemptId, providerId, accountId } = attempt
    const order = { transactionId, merchantId, providerId, accountId, attemptId }
    await fixture.ports.store.open({ ...opening, order })
    const { stepNumber: _, ...current } = pendingAuthentication
    const ended = { status: 'ENDED', processingCode: '2002', dueAtMs: fixture.nowMs + HOUR_MS } as const
    await fixture.ports.store.commit({
      from: pendingAuthentication,
      to: { ...current, step: 'CORRECTION', leaseUntilMs: null },
      attempts: [{ ...attempt, ...ended }],
    })
    return attempt
  }
  const report = ({ providerId, accountId, transactionId }: Attempt, messageId: string) =>
    receiveReport(
      ports,
      providerId,
      messageId,
      {
        accountId,
        transactionId,
        providerTransactionId: 'ps-1',
        providerUserId: 'user-1',
        currency: 'EUR',
        amount: '10.00',
        status: 'COMPLETED',
        type: 'DEPOSIT',
      },
      APPROVED,
    )
  const passHours = async (hours: number): Promise<void> => {
    for (let hour = 0; hour < hours; hour += 1) {
      fixture.nowMs += HOUR_MS + 1
      await queryAfterTheEnd(ports)
      await reverseLateMoney(ports)
    }
  }
  const alerts = () => fixture.ask('select kind, attempt_id from reconciliation_alerts order by kind')

  it.each([OPEN, null] as const)(
    'is queried again while its provider reports %s, and reversed if it was paid there',
    async (first) => {
      const attempt = await decline()
      says = () => first
      await passHours(3)
      says = () => APPROVED
      await passHours(3)
      expect(voided).toEqual([attempt.id])
      expect(await alerts()).toEqual([{ kind: 'LATE_SUCCESS', attempt_id: attempt.id }])
    },
  )

  it('and is still open there after a day is left to manual resolution', async () => {
    const attempt = await decline()
    let asked = 0
    says = () => ((asked += 1), OPEN)
    await passHours(40)
    expect(asked).toBe(24)
    expect(await alerts()).toEqual([{ kind: 'UNRESOLVED', attempt_id: attempt.id }])

    const askOnceMore = async () => {
      const { kind } = await askProvider(ports, attempt.merchantId, attempt.transactionId)
      await queryAfterTheEnd(ports)
      await reverseLateMoney(ports)
      return kind
    }
    expect([await askOnceMore(), asked, voided]).toEqual(['asked', 25, []])
    // As docs/operations.md describes, the operator found it paid and requests a new status query.
    says = () => APPROVED
    audited = []
    expect([await askOnceMore(), voided]).toEqual(['asked', [attempt.id]])
    expect(audited).toEqual([['operation.ask', attempt.transactionId]])
  })

  it('and needs no manual resolution is not queried again', async () => {
    const attempt = await decline()
    says = () => '1000'
    await passHours(2)
    expect(await askProvider(ports, attempt.merchantId, attempt.transactionId)).toEqual({
      kind: 'not_needed',
    })
    expect(await askProvider(ports, attempt.merchantId, 'no-such')).toEqual({ kind: 'unknown' })
  })

  it('is queried again if a report arrives after or during the provider’s answer', async () => {
    const attempt = await decline()
    says = () => '1000'
    await passHours(2)
    await report(attempt, 'msg_1')
    fixture.provider.findOutcome = async () => {
      await report(attempt, 'msg_2')
      fixture.provider.findOutcome = async () => ({ ...PROVIDER_OUTCOME, processingCode: APPROVED })
      return { ...PROVIDER_OUTCOME, processingCode: '1000' }
    }
    await passHours(2)
    expect(voided).toEqual([attempt.id])
  })
})
