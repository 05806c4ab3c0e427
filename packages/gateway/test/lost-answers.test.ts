/**
 * Tests a provider that only sends reports, has no fences and undoes by the gateway's key: an authorization whose
 * answer is lost is undone at once.
 */
import { afterEach, beforeEach, expect, it } from 'vitest'

import { describeAtBothGateways } from './both-gateways.ts'
import { idOf, PROVIDER_OUTCOME } from './elsewhere.ts'
import { expectMoneyToAddUp } from './money-invariant.ts'
import { makeDatabaseMortal } from './mortal-database.ts'
import { eventOf, postEvents, WebhookOnlyProvider } from './webhook-only-provider.ts'

const RECEIVED = { ...PROVIDER_OUTCOME, processingCode: '1002', approvalCode: null } as const
const LEASE_OVER_MS = 120_000
const HOUR_MS = 3_600_000

const provider = new WebhookOnlyProvider('sim-a')
provider.undoing = 'by-our-key'

describeAtBothGateways(
  'a lost answer of a provider that only reports',
  (current) => {
    beforeEach(() => {
      provider.mood = 'ANSWER_LOST'
      provider.undoAnswer = () => Promise.resolve(RECEIVED)
      provider.undos.length = 0
      current().gateway.forgetToken()
    })
    afterEach(() => expectMoneyToAddUp((query) => current().gateway.books.query(query)))

    const pay = async () =>
      idOf(await current().gateway.authorize({ flow: 'NO_3DS', body: { transaction_type: 'AUTHORIZE' } }))
    const run = (ms = 1_000) => current().gateway.advanceRealTime(ms)
    const statusOf = async (id: string) => {
      const { status, processing_code: code } = await current().gateway.status(id)
      return [status, code]
    }
    const alertOf = async (id: string) => {
      const alerts = await current().gateway.books.of('alerts', id)
      return alerts.find(({ kind }) => kind === 'LOST_ANSWER')
    }
    const undoFor = (id: string) =>
      provider.undos.findLast(({ transactionId }) => transactionId === id) ?? expect.fail('no undo')
    /** Reports the latest undo, or the payment itself. */
    const tell = async (id: string, what: 'undo' | 'authorization', code: string) => {
      const arrived = provider.callOf(id)
      const key = what === 'undo' ? undoFor(id).idempotencyKey : arrived.key
      const event = eventOf({ ...arrived, key }, code, { call: what, outcome: { refs: null } })
      const answer = await postEvents(current().gateway, provider.id, [event])
      expect(answer.status).toBe(200)
      await run(3_000)
      return event
    }
    const stateOf = async ({ id }: { readonly id?: unknown }) => {
      const rows = await current().gateway.books.query(
        `select state from provider_events where event_id = '${String(id)}'`,
      )
      return rows[0]?.['state']
    }

    it('is undone at once, and ends only by the event of the undo', async () => {
      const id = await pay()
      expect(await statusOf(id)).toEqual(['PENDING', '1002'])
      await run()
      expect(provider.undos).toMatchObject([
        { transactionId: id, original: { key: provider.callOf(id).key } },
      ])
      expect(undoFor(id).idempotencyKey).toMatch(/^[A-Za-z0-9_]{1,40}$/)
      await run(LEASE_OVER_MS)
      expect(await statusOf(id)).toEqual(['PENDING', '1002'])
      const event = await tell(id, 'undo', '0000')
      expect(await statusOf(id)).toEqual(['DECLINED', '1001'])
      expect(await stateOf(event)).toBe('APPLIED')
      expect((await alertOf(id))?.['reversed_at']).not.toBeNull()
      await run(HOUR_MS)
      expect(provider.undos.filter(({ transactionId }) => transactionId === id)).toHaveLength(1)
    })

    it('is undone again with another key after "nothing was found"', async () => {
      const id = await pay()
      await run()
      const first = undoFor(id).idempotencyKey
      await tell(id, 'undo', '2010')
      expect(await statusOf(id)).toEqual(['PENDING', '1002'])
      await run(HOUR_MS)
      expect(undoFor(id).idempotencyKey).not.toBe(first)
      await tell(id, 'undo', '0000')
      expect(await statusOf(id)).toEqual(['DECLINED', '1001'])
    })

    it('is undone by an event with the key of the payment, which some providers use for an undo', async () => {
      const id = await pay()
      await run()
      const arrived = provider.callOf(id)
      const report = async (code: string, change: object) => {
        const event = eventOf({ ...arrived, ...change }, code, { call: 'undo', outcome: { refs: null } })
        await postEvents(current().gateway, provider.id, [event])
        await run(3_000)
      }
      // The undo found nothing, so it has neither amount nor currency.
      await report('1000', { amountMinor: 0, currency: 'USD' })
      expect([await statusOf(id), await alertsOf(id)]).toEqual([['PENDING', '1002'], ['LOST_ANSWER']])
      await run(HOUR_MS)
      expect(undosOf(id)).toBe(2)
      await report('0000', {})
      expect(await statusOf(id)).toEqual(['DECLINED', '1001'])
      expect(await alertsOf(id)).toEqual(['LOST_ANSWER'])
    })

    it('is not approved any more by a late event', async () => {
      const id = await pay()
      await run()
      const event = await tell(id, 'authorization', '0000')
      expect([await stateOf(event), await statusOf(id)]).toEqual(['APPLIED', ['PENDING', '1002']])
      await tell(id, 'undo', '0000')
      expect(await statusOf(id)).toEqual(['DECLINED', '1001'])
    })

    it('ends by its own decline, and is no longer undone', async () => {
      const id = await pay()
      await tell(id, 'authorization', '1000')
      expect(await statusOf(id)).toEqual(['DECLINED', '1000'])
      // The undo is due from the loss on, and may have been sent before the event arrived.
      const undos = () => provider.undos.filter(({ transactionId }) => transactionId === id).length
      const before = undos()
      expect(before).toBeLessThanOrEqual(1)
      await run(HOUR_MS)
      await run(HOUR_MS)
      expect(undos()).toBe(before)
    })

    it('is left for manual resolution if the undo with its one key gets no answer', async () => {
      provider.undoAnswer = () => Promise.reject(new Error('no answer'))
      const id = await pay()
      for (const ms of [1_000, LEASE_OVER_MS, HOUR_MS, HOUR_MS]) await run(ms)
      const keys = provider.undos.flatMap(({ transactionId, idempotencyKey }) =>
        transactionId === id ? [idempotencyKey] : [],
      )
      expect(keys.length).toBeGreaterThan(2)
      expect(new Set(keys).size).toBe(1)
      expect(await statusOf(id)).toEqual(['PENDING', '1002'])
    })

    const alertsOf = async (id: string) => {
      const alerts = await current().gateway.books.of('alerts', id)
      return alerts.map(({ kind }) => kind)
    }
    const decide = (id: string, outcome: 'APPROVED' | 'DECLINED') => {
      const body = { merchant_id: current().gateway.ready.merchant_id, transaction_id: id, outcome }
      return current().gateway.send('POST', '/api/operator/decisions', { ...body, reason: 'Asked there' })
    }
    const undosOf = (id: string) => provider.undos.filter(({ transactionId }) => transactionId === id).length

    it.each([
      ['gets no answer', () => Promise.reject(new Error('no answer'))],
      ['is refused', () => Promise.resolve({ ...PROVIDER_OUTCOME, processingCode: '2024' as const })],
      ['is only received', () => Promise.resolve(RECEIVED)],
    ])(
      'is undone after a person declined it, where its approval was reported and the undo %s',
      async (_, answer) => {
        provider.undoAnswer = answer
        const id = await pay()
        await run()
        const approval = await tell(id, 'authorization', '0000')
        await current().gateway.books.leaveToPeople(id)
        expect(JSON.parse(String((await alertOf(id))?.['detail']))).toMatchObject({
          approval_reported: approval.id,
        })
        const before = undosOf(id)
        expect((await decide(id, 'DECLINED')).status).toBe(200)
        provider.undoAnswer = () => Promise.resolve(RECEIVED)
        await run(HOUR_MS)
        expect(undosOf(id)).toBeGreaterThan(before)
        await tell(id, 'undo', '0000')
        expect((await alertOf(id))?.['reversed_at']).not.toBeNull()
        expect(await statusOf(id)).toEqual(['DECLINED', '1001'])
      },
    )

    it('is no longer undone once a person declined it and the provider found nothing', async () => {
      const id = await pay()
      await run()
      await current().gateway.books.leaveToPeople(id)
      expect((await decide(id, 'DECLINED')).status).toBe(200)
      await run()
      await tell(id, 'undo', '2010')
      const before = undosOf(id)
      await run(HOUR_MS)
      await run(HOUR_MS)
      expect(undosOf(id)).toBe(before)
      // An approval that still arrives is reversed.
      await tell(id, 'authorization', '0000')
      await run(HOUR_MS)
      expect(undosOf(id)).toBe(before + 1)
      expect(await alertsOf(id)).toEqual(['LOST_ANSWER'])
    })

    it('cannot be approved by a person while it is being undone', async () => {
      const id = await pay()
      await run()
      await current().gateway.books.leaveToPeople(id)
      const refused = await decide(id, 'APPROVED')
      expect(refused.status).toBe(409)
      expect(refused.text).toContain('asked to undo it')
      expect(await statusOf(id)).toEqual(['PENDING', '1002'])
    })

    it('raises an alert if it was undone after its approval', async () => {
      const id = await pay()
      await run()
      const { books } = current().gateway
      await books.leaveToPeople(id)
      // Resolves it as a process of an earlier version does.
      const key = undoFor(id).idempotencyKey
      const setKey = (value: string) =>
        books.query(
          `update reconciliation_alerts set reversal_key = ${value} where transaction_id = '${id}' returning kind`,
        )
      await setKey('null')
      expect((await decide(id, 'APPROVED')).status).toBe(200)
      await setKey(`'${key}'`)
      await tell(id, 'undo', '0000')
      expect(await alertsOf(id)).toEqual(expect.arrayContaining(['LOST_ANSWER', 'CONTRADICTION']))
    })

    it('is undone once if the event of the undo arrives before the approval', async () => {
      const id = await pay()
      await run()
      await tell(id, 'undo', '0000')
      await tell(id, 'authorization', '0000')
      await run(HOUR_MS)
      expect(undosOf(id)).toBe(1)
      expect(await alertsOf(id)).toEqual(['LOST_ANSWER'])
    })

    it('raises an alert if the undo fails after its confirmation', async () => {
      const id = await pay()
      await run()
      await tell(id, 'undo', '0000')
      await tell(id, 'undo', '1000')
      expect(await alertsOf(id)).toEqual(expect.arrayContaining(['LOST_ANSWER', 'CONTRADICTION']))
    })

    it('is left for manual resolution if the undo has another amount or currency', async () => {
      const id = await pay()
      await run()
      const arrived = { ...provider.callOf(id), key: undoFor(id).idempotencyKey }
      const changed = { ...arrived, amountMinor: arrived.amountMinor - 1, currency: 'USD' }
      const event = eventOf(changed, '0000', { call: 'undo' })
      await postEvents(current().gateway, provider.id, [event])
      await run(3_000)
      expect([await stateOf(event), await statusOf(id)]).toEqual(['IGNORED', ['PENDING', '1002']])
      expect(await alertsOf(id)).toEqual(
        expect.arrayContaining(['LOST_ANSWER', 'CURRENCY_MISMATCH', 'AMOUNT_MISMATCH']),
      )
    })

    it('ends the reversal of late money by its event', async () => {
      provider.mood = 'ANSWERED'
      const id = await pay()
      await tell(id, 'authorization', '1000')
      await tell(id, 'authorization', '0000')
      await run()
      const event = await tell(id, 'undo', '0000')
      expect(await stateOf(event)).toBe('APPLIED')
      const alerts = await current().gateway.books.of('alerts', id)
      expect(alerts).toMatchObject([{ kind: 'LATE_SUCCESS' }])
      expect(alerts[0]?.['reversed_at']).not.toBeNull()
      await run(HOUR_MS)
      expect(undosOf(id)).toBe(1)
    })

    it.each(['cancellation', 'preparation'] as const)(
      'an event with the key of a %s finds its payment',
      async (call) => {
        const id = await pay()
        const arrived = provider.callOf(id)
        const key = `${arrived.key}_${call === 'cancellation' ? 'c' : 'p'}`
        const event = eventOf({ ...arrived, key }, '0000', { call })
        await postEvents(current().gateway, provider.id, [event])
        await run(3_000)
        expect([await stateOf(event), await statusOf(id)]).toEqual(['APPLIED', ['PENDING', '1002']])
      },
    )

    it('is undone once, wherever the gateway is killed', { timeout: 300_000 }, async () => {
      provider.undoAnswer = () => Promise.resolve(RECEIVED)
      const { gateway } = current()
      const database = makeDatabaseMortal()
      const references: string[] = []
      try {
        let hasDied = true
        while (hasDied) {
          const request = await gateway.cardRequest({
            flow: 'NO_3DS',
            body: { transaction_type: 'AUTHORIZE' },
          })
          await gateway.get('/api/transactions?limit=1')
          references.push(String(request['reference']))
          database.dieAt(references.length)
          await gateway.send('POST', '/api/transactions/authorize', request)
          await gateway.advanceRealTime(1_000).catch(() => undefined)
          hasDied = database.revive()
        }
      } finally {
        database.restore()
      }
      for (const ms of [LEASE_OVER_MS, LEASE_OVER_MS, HOUR_MS]) await run(ms)
      const rows = await gateway.books.query('select id, reference from transactions')
      const own = rows.filter(({ reference }) => references.includes(String(reference)))
      const called = own.filter(({ id }) =>
        provider.arrived.some(({ transactionId }) => transactionId === id),
      )
      expect(called.length).toBeGreaterThan(5)
      for (const { id } of called) {
        const keys = provider.undos.flatMap(({ transactionId, idempotencyKey }) =>
          transactionId === id ? [idempotencyKey] : [],
        )
        expect(new Set(keys).size).toBe(1)
        await tell(String(id), 'undo', '0000')
        expect(await statusOf(String(id))).toEqual(['DECLINED', '1001'])
      }
    })
  },
  { adapters: { providers: new Map([['sim-a', provider]]) } },
)
