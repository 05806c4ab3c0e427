import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'

import type { ManageType } from '@sluice/types/vocabulary'
import type { OpenDatabase } from '@sluice/platform/database/open-database'

import { describeOnBothDatabases } from '../../../test/databases.ts'
import { expectMoneyToAddUp } from '../../../test/money-invariant.ts'
import { OperationsFixture } from '../../../test/operations-fixture.ts'
import { recoverAbandoned, runDueQueries } from '../execution/recover.ts'
import { moneyOf, openMinor } from '../execution/money.ts'
import type { Transaction } from '../execution/transaction.ts'
import { runFollowUp } from './follow-up-flow.ts'
import { manageTransaction } from './manage-transaction.ts'
import { describeOpening } from './open-operation.ts'
import { releaseExpired } from './release-expired.ts'
import type { Database } from '../../composition/tables.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

describeOnBothDatabases('unfinished operations', (openFresh) => {
  let database: OpenDatabase<Database>
  let fixture: OperationsFixture

  beforeEach(async () => {
    database = await openFresh()
    fixture = new OperationsFixture(database)
  })

  const find = async ({ merchantId, id }: Transaction): Promise<Transaction> => {
    const found = await fixture.ports.store.find(merchantId, id)
    if (!found) throw new Error('not found')
    return found
  }
  /** Runs only the first commit. */
  const begin = async (
    parent: Transaction,
    operation: ManageType,
    amountMinor: number,
    finalCapture = operation === 'CAPTURE',
  ) => {
    const decided = await fixture.ports.operations.decide(parent.merchantId, parent.id, (locked) => ({
      kind: 'open',
      opening: describeOpening(
        fixture.ports,
        { operation, amountMinor, currency: parent.currency, finalCapture, metadata: null },
        locked,
        'manage',
      ),
    }))
    if (decided.kind !== 'open') throw new Error('not opened')
    return decided.opening
  }
  const passLease = async (): Promise<void> => {
    fixture.nowMs += 2 * MINUTE_MS
    expect(await recoverAbandoned(fixture.ports)).toBe(1)
    await runDueQueries(fixture.ports)
  }

  it('operations that the provider never received end DECLINED 1001 and release their amounts', async () => {
    const authorization = await fixture.approve('AUTHORIZE', 100)
    const { transaction } = await begin(authorization, 'CAPTURE', 60)
    expect((await find(authorization)).money).toMatchObject({ capturedMinor: 60, finalCapture: true })

    await passLease()
    expect(await find(transaction)).toMatchObject({ status: 'DECLINED', processingCode: '1001' })
    expect((await find(authorization)).money).toMatchObject({ capturedMinor: 0, finalCapture: false })
    expect(fixture.provider.bookings.size).toBe(0)
    await expectMoneyToAddUp(fixture.ask)
  })

  it('operations that the provider executed are found there, and executed once', async () => {
    const purchase = await fixture.approve('PURCHASE', 100)
    const opening = await begin(purchase, 'REFUND', 60)
    await fixture.operate(opening.request)

    await passLease()
    expect(await find(opening.transaction)).toMatchObject({ status: 'APPROVED' })
    expect((await find(purchase)).money).toMatchObject({ refundedMinor: 60 })
    expect(fixture.provider.bookings.size).toBe(1)
    await expectMoneyToAddUp(fixture.ask)
  })

  it('operations that ended in time return that outcome', async () => {
    const purchase = await fixture.approve('PURCHASE', 100)
    const opening = await begin(purchase, 'REFUND', 60)
    const { operate } = fixture.provider
    fixture.provider.operate = async (request) => {
      const outcome = await operate.call(fixture.provider, request)
      await passLease()
      return { ...outcome, processingCode: '1000' }
    }
    expect(await runFollowUp(fixture.ports, opening, opening.request)).toMatchObject({ status: 'APPROVED' })
    await expectMoneyToAddUp(fixture.ask)
  })

  it('are queried with the keys of their parents', async () => {
    const authorization = await fixture.approve('AUTHORIZE', 100)
    const capture = await begin(authorization, 'CAPTURE', 100)
    await runFollowUp(fixture.ports, capture, capture.request)
    const refund = await begin(await find(capture.transaction), 'REFUND', 1)
    expect(capture.request.parentKey).toBe(capture.request.originalKey)
    expect(refund.request).toMatchObject({
      originalKey: capture.request.originalKey,
      parentKey: capture.request.idempotencyKey,
      finalCapture: false,
      accountId: 'sim-a-eur',
      operation: 'REFUND',
    })
  })

  it('do not block the queries of others if their provider never answers', async () => {
    const silent = await begin(await fixture.approve('PURCHASE', 100), 'REFUND', 60)
    const answered = await begin(await fixture.approve('PURCHASE', 100), 'REFUND', 60)
    await fixture.operate(answered.request)
    const { findOutcome: answer } = fixture.provider
    fixture.provider.findOutcome = (call) =>
      call.key === silent.request.idempotencyKey ? new Promise(() => {}) : answer.call(fixture.provider, call)
    fixture.nowMs += 2 * MINUTE_MS
    await recoverAbandoned(fixture.ports)
    await runDueQueries({ ...fixture.ports, ...fixture.patience(200) })
    expect(await find(silent.transaction)).toMatchObject({ status: 'PENDING' })
    expect(await find(answered.transaction)).toMatchObject({ status: 'APPROVED' })
  })

  it('operations that end DECLINED do not count as a declined payment of their shopper', async () => {
    const counted = { subjects: ['CARD/hash', 'MERCHANT'], windowMs: DAY_MS }
    const purchase = await fixture.approve('PURCHASE', 100, { counted })
    const countedBefore = await fixture.ask('select * from risk_events')
    expect(countedBefore).toHaveLength(0)
    fixture.provider.mood = 'DECLINES'
    const refund = await begin(purchase, 'REFUND', 60)
    expect(refund.transaction).not.toHaveProperty('counted')
    expect(await runFollowUp(fixture.ports, refund, refund.request)).toMatchObject({ status: 'DECLINED' })

    // The rows as earlier versions stored them.
    const stored = await begin(purchase, 'REFUND', 60)
    const transaction = { ...stored.transaction, counted }
    await database.db
      .updateTable('transactions')
      .set({ counted_as: JSON.stringify(counted) })
      .where('id', '=', transaction.id)
      .execute()
    expect(await runFollowUp(fixture.ports, { ...stored, transaction }, stored.request)).toMatchObject({
      status: 'DECLINED',
    })
    expect(await fixture.ask('select * from risk_events')).toEqual([])
  })

  it('extend from their request on, however late they are found', async () => {
    const authorization = await fixture.approve('AUTHORIZE', 100)
    fixture.nowMs += DAY_MS
    const requestedAtMs = fixture.nowMs
    const extension = await begin(authorization, 'EXTEND', 100)
    await fixture.operate(extension.request)
    fixture.nowMs += DAY_MS
    await passLease()
    expect(await find(extension.transaction)).toMatchObject({ status: 'APPROVED' })
    const expiry = { authorization_expires_at: requestedAtMs + 7 * DAY_MS }
    expect(
      await fixture.ask(
        `select authorization_expires_at, release_due_at from transactions where id = '${authorization.id}'`,
      ),
    ).toEqual([{ ...expiry, release_due_at: expiry.authorization_expires_at }])
  })

  it('captures of an authorization are accepted until seven days after its call, however late its approval was found', async () => {
    const calledAtMs = fixture.nowMs - DAY_MS
    const authorization = await fixture.approve('AUTHORIZE', 100, { calledAtMs })
    const expected = { authorizationExpiresAtMs: calledAtMs + 7 * DAY_MS }
    expect((await find(authorization)).money).toMatchObject(expected)
  })

  it('never shorten the time to capture where the provider does not say so', async () => {
    const authorization = await fixture.approve('AUTHORIZE', 100)
    const longerMs = fixture.nowMs + 30 * DAY_MS
    await database.db
      .updateTable('transactions')
      .set({ authorization_expires_at: longerMs, release_due_at: longerMs })
      .where('id', '=', authorization.id)
      .execute()
    const extension = await begin(authorization, 'EXTEND', 100)
    await runFollowUp(fixture.ports, extension, extension.request)
    expect((await find(authorization)).money).toMatchObject({ authorizationExpiresAtMs: longerMs })
  })

  describe('captures while the rest is voided', () => {
    /** A capture that its provider decides later, and a void of the rest. */
    const prepare = async (captureMood: 'APPROVES_LATER' | 'DECLINES_LATER') => {
      const authorization = await fixture.approve('AUTHORIZE', 100)
      const { merchantId, terminalId, reference, currency, id } = authorization
      const manage = (operation: ManageType, amountMinor: number, mood: string, finalCapture = false) =>
        manageTransaction(fixture.ports, {
          ...{ merchantId, terminalId, reference, currency, operation, amountMinor },
          parentId: id,
          finalCapture,
          metadata: { mood },
        })
      expect(await manage('CAPTURE', 60, captureMood)).toMatchObject({ transaction: { status: 'PENDING' } })
      return {
        authorization,
        voidRest: (mood: string) => manage('VOID', 40, mood),
        captureFinally: () => manage('CAPTURE', 30, 'APPROVES', true),
      }
    }
    const decide = async () => {
      fixture.nowMs += MINUTE_MS
      await runDueQueries(fixture.ports)
    }
    const voidsOf = async ({ id }: Transaction) =>
      fixture.ask(
        `select amount, description, status from transactions
         where parent_id = '${id}' and transaction_type = 'VOID' order by created_at, id`,
      )
    const moneyNow = async (authorization: Transaction) => (await find(authorization)).money
    const FREED = 'Capture declined after a void'

    it('release their part as soon as they are declined', async () => {
      const { authorization, voidRest } = await prepare('DECLINES_LATER')
      expect(await voidRest('APPROVES')).toMatchObject({ transaction: { status: 'APPROVED' } })
      await decide()
      expect(moneyOf(await find(authorization))).toMatchObject({ capturedMinor: 0, voidedMinor: 40 })
      await releaseExpired(fixture.ports)
      expect(await voidsOf(authorization)).toMatchObject([
        { amount: 40, status: 'APPROVED' },
        { amount: 60, status: 'APPROVED', description: FREED },
      ])
      expect(await moneyNow(authorization)).toMatchObject({
        capturedMinor: 0,
        voidedMinor: 100,
        finalCapture: true,
      })
      await releaseExpired(fixture.ports)
      expect(await voidsOf(authorization)).toHaveLength(2)
      await expectMoneyToAddUp(fixture.ask)
    })

    /** @see docs/decisions/0620-changes-of-an-authorization-count-once-approved.md */
    it('leave their part to the provider if a final capture closed the authorization', async () => {
      const { authorization, captureFinally } = await prepare('DECLINES_LATER')
      expect(await captureFinally()).toMatchObject({ transaction: { status: 'APPROVED' } })
      await decide()
      await releaseExpired(fixture.ports)
      expect(await voidsOf(authorization)).toEqual([])
      const money = moneyOf(await find(authorization))
      expect(money).toMatchObject({ capturedMinor: 30, voidedMinor: 0, finalCapture: true })
      expect(money && openMinor(money)).toBe(0)
      await expectMoneyToAddUp(fixture.ask)
    })

    it('keep their part if they are approved', async () => {
      const { authorization, voidRest } = await prepare('APPROVES_LATER')
      await voidRest('APPROVES')
      await decide()
      await releaseExpired(fixture.ports)
      expect(await voidsOf(authorization)).toHaveLength(1)
      expect(await moneyNow(authorization)).toMatchObject({
        capturedMinor: 60,
        voidedMinor: 40,
        finalCapture: true,
      })
    })

    it('leave everything open if the void is declined, too', async () => {
      const { authorization, voidRest } = await prepare('DECLINES_LATER')
      expect(await voidRest('DECLINES')).toMatchObject({ transaction: { status: 'DECLINED' } })
      await decide()
      await releaseExpired(fixture.ports)
      expect(await voidsOf(authorization)).toHaveLength(1)
      const money = moneyOf(await find(authorization))
      expect(money && openMinor(money)).toBe(100)
    })

    it('release each part where the void is decided after them', async () => {
      const { authorization, voidRest } = await prepare('DECLINES_LATER')
      expect(await voidRest('DECLINES_LATER')).toMatchObject({ transaction: { status: 'PENDING' } })
      await decide()
      await releaseExpired(fixture.ports)
      const money = moneyOf(await find(authorization))
      expect(money && openMinor(money)).toBe(100)
      await expectMoneyToAddUp(fixture.ask)
    })

    it('release their part a day later if the provider refuses at first', async () => {
      const { authorization, voidRest } = await prepare('DECLINES_LATER')
      await voidRest('APPROVES')
      await decide()
      fixture.provider.mood = 'DECLINES'
      await releaseExpired(fixture.ports)
      const refused = moneyOf(await find(authorization))
      expect(refused && openMinor(refused)).toBe(60)
      fixture.provider.mood = 'APPROVES'
      await releaseExpired(fixture.ports)
      expect(await voidsOf(authorization)).toHaveLength(2)
      fixture.nowMs += DAY_MS
      await releaseExpired(fixture.ports)
      expect(await moneyNow(authorization)).toMatchObject({ voidedMinor: 100, finalCapture: true })
      await expectMoneyToAddUp(fixture.ask)
    })
  })

  describe('changes of an authorization', () => {
    /** An increment or extension that the provider executed or not, and does not answer about. */
    const lose = async (change: 'INCREMENT' | 'EXTEND') => {
      const authorization = await fixture.approve('AUTHORIZE', 100)
      const lost = await begin(authorization, change, 100)
      return { authorization, lost }
    }
    const voidAll = ({ merchantId, terminalId, reference, currency, id }: Transaction, amountMinor = 100) =>
      manageTransaction(fixture.ports, {
        ...{ merchantId, terminalId, reference, currency, amountMinor },
        parentId: id,
        operation: 'VOID',
        finalCapture: false,
        metadata: null,
      })
    const openOf = async (authorization: Transaction) => {
      const money = moneyOf(await find(authorization))
      return money && openMinor(money)
    }

    it.each(['INCREMENT', 'EXTEND'] as const)('delay a void for 15 minutes: %s', async (change) => {
      const { authorization } = await lose(change)
      fixture.nowMs += 15 * MINUTE_MS - 1
      expect(await voidAll(authorization)).toMatchObject({
        transaction: { status: 'INVALID', processingCode: '2010' },
      })
      fixture.nowMs += 1
      expect(await voidAll(authorization)).toMatchObject({ transaction: { status: 'APPROVED' } })
      expect(await openOf(authorization)).toBe(0)
      await expectMoneyToAddUp(fixture.ask)
    })

    it('leave nothing to be captured if they are found after the void', async () => {
      const { authorization, lost } = await lose('INCREMENT')
      await fixture.operate(lost.request)
      fixture.nowMs += 15 * MINUTE_MS
      expect(await voidAll(authorization)).toMatchObject({ transaction: { status: 'APPROVED' } })
      await passLease()
      expect(await find(lost.transaction)).toMatchObject({ status: 'APPROVED' })
      expect((await find(authorization)).money).toMatchObject({ authorizedMinor: 200, voidedMinor: 100 })
      expect(await openOf(authorization)).toBe(0)
      await expectMoneyToAddUp(fixture.ask)
    })

    it('can be captured if the provider refuses the void', async () => {
      const { authorization, lost } = await lose('INCREMENT')
      await fixture.operate(lost.request)
      fixture.nowMs += 15 * MINUTE_MS
      fixture.provider.mood = 'DECLINES'
      expect(await voidAll(authorization)).toMatchObject({ transaction: { status: 'DECLINED' } })
      await passLease()
      expect(await openOf(authorization)).toBe(200)
      await expectMoneyToAddUp(fixture.ask)
    })

    it.each([
      ['INCREMENT', 0],
      ['EXTEND', DAY_MS],
    ] as const)('let an expired authorization be released: %s, after %d ms', async (change, delayMs) => {
      const { authorization } = await lose(change)
      fixture.nowMs += 7 * DAY_MS
      await releaseExpired(fixture.ports)
      expect(await openOf(authorization)).toBe(delayMs === 0 ? 0 : 100)
      fixture.nowMs += delayMs
      await releaseExpired(fixture.ports)
      expect(await openOf(authorization)).toBe(0)
      await expectMoneyToAddUp(fixture.ask)
    })

    it('are repeated as they were sent, whatever was captured meanwhile', async () => {
      const { authorization, lost } = await lose('INCREMENT')
      const capture = await begin(authorization, 'CAPTURE', 100, false)
      await runFollowUp(fixture.ports, capture, capture.request)
      const { authorizedMinor, finalCapture } = lost.request
      expect(await fixture.ports.operations.findSent(lost.transaction)).toMatchObject({
        authorizedMinor,
        finalCapture,
      })
      expect(authorizedMinor).toBe(200)
    })

    it('are described as they were sent, although they were approved meanwhile', async () => {
      const { lost } = await lose('INCREMENT')
      await fixture.operate(lost.request)
      await passLease()
      expect(await find(lost.transaction)).toMatchObject({ status: 'APPROVED' })
      expect(lost.request.authorizedMinor).toBe(200)
      expect(await fixture.ports.operations.findSent(lost.transaction)).toMatchObject({
        authorizedMinor: 200,
      })
    })

    it('do not stop the repetition of a void, which is no final capture', async () => {
      const authorization = await fixture.approve('AUTHORIZE', 100)
      const release = await begin(authorization, 'VOID', 100)
      expect(release.request.finalCapture).toBe(false)
      expect(await fixture.ports.operations.findSent(release.transaction)).toMatchObject({
        finalCapture: false,
      })
    })
  })

  it('operations whose release the provider refuses are retried daily for a week', async () => {
    const authorization = await fixture.approve('AUTHORIZE', 100)
    fixture.provider.mood = 'DECLINES'
    fixture.nowMs += 7 * DAY_MS
    let tries = 0
    for (let day = 0; day < 20; day += 1) {
      tries += await releaseExpired(fixture.ports)
      expect(await releaseExpired(fixture.ports)).toBe(0)
      fixture.nowMs += DAY_MS
    }
    expect(tries).toBe(8)
    const money = moneyOf(await find(authorization))
    expect(money && openMinor(money)).toBe(100)
    await expectMoneyToAddUp(fixture.ask)
  })

  it('cannot make a sum impossible, not even with SQL', async () => {
    const { id } = await fixture.approve('PURCHASE', 100)
    for (const assignment of [
      'captured_amount = authorized_amount + 1',
      'captured_amount = -1',
      'refunded_amount = captured_amount + 1',
      'refunded_amount = -1',
      'voided_amount = 1',
      'voided_amount = -1',
    ]) {
      const update = sql.raw(`update transactions set ${assignment} where id = '${id}'`)
      await expect(update.execute(database.db), assignment).rejects.toThrow(/check constraint/i)
    }
  })
})
