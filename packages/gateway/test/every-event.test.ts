/**
 * Sends every event of the catalogue once: a merchant calls the gateway, the provider reports the outcome, and a
 * receiver gets the message. Each event has one test; an event that nothing here causes fails.
 */
import type { Envelope, Transaction } from '@sluice/types'
import { EVENT_CATALOGUE } from '@sluice/types/openapi'
import { RECORD_KINDS, recordEventName, type WebhookEventName } from '@sluice/types/vocabulary'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { describeAtBothGateways } from './both-gateways.ts'
import { idOf, paymentRequest, payoutRequest } from './elsewhere.ts'
import { makeLink } from './link-shopper.ts'
import { eventOf, postEvents, WebhookOnlyProvider } from './webhook-only-provider.ts'
import { startWebhookReceiver, verifies, type WebhookReceiver } from './webhook-receiver.ts'

const providers = ['sim-a', 'sim-payments', 'sim-payouts'].map((id) => new WebhookOnlyProvider(id))
const AMOUNT_MINOR = 10_000

/** The provider's report for each outcome of a transaction. */
const CODE_FOR_OUTCOME: Readonly<Record<string, string>> = {
  approved: '0000',
  declined: '1004',
  canceled: '1003',
  'session-expired': '1005',
  invalid: '2010',
}

const HOUR_MS = 3_600_000

/** The steps of a dispute that lead to each event, the last one included. */
const STEPS_TO_DISPUTE_EVENT: Readonly<Record<string, readonly string[]>> = {
  opened: ['OPENED'],
  updated: ['OPENED', 'UPDATED'],
  'evidence-due': ['OPENED'],
  won: ['OPENED', 'WON'],
  lost: ['OPENED', 'LOST'],
  reopened: ['OPENED', 'WON', 'REOPENED'],
  closed: ['OPENED', 'CLOSED'],
}

/** The transaction to which a record applies, by its event; the others apply to a purchase. */
const RECORDED_TYPE: Readonly<Record<string, string>> = {
  'capture-failed': 'capture',
  'refund-failed': 'refund',
  'refund-reversed': 'refund',
  'captured-elsewhere': 'authorize',
  'released-elsewhere': 'authorize',
}

describeAtBothGateways(
  'every event',
  (current) => {
    let receiver: WebhookReceiver
    let secret = ''
    beforeAll(async () => {
      receiver = await startWebhookReceiver()
      const subscription = await current().gateway.send<{ secret: string }>(
        'POST',
        '/simulators/webhooks/subscriptions',
        { url: receiver.url, filters: EVENT_CATALOGUE.map(({ event }) => event) },
      )
      expect(subscription.status, subscription.text).toBe(201)
      secret = subscription.body.secret
    })
    afterAll(() => receiver.close())

    const gateway = () => current().gateway

    /** Returns the provider of a transaction, and the call that it received. */
    const find = (id: string) => {
      const provider = providers.find(({ arrived }) => arrived.some((call) => call.transactionId === id))
      if (!provider) throw new Error(`no provider was called for ${id}`)
      return { provider, call: provider.callOf(id) }
    }

    const report = async ({ id }: WebhookOnlyProvider, events: Parameters<typeof postEvents>[2]) => {
      const answer = await postEvents(gateway(), id, events)
      expect([answer.status, await answer.json()]).toEqual([200, { status: 'OK' }])
    }

    /** Begins a transaction of a type, without a report from the provider. */
    async function begin(type: string): Promise<string> {
      switch (type) {
        case 'purchase':
        case 'authorize': {
          const body = { transaction_type: type.toUpperCase(), amount: AMOUNT_MINOR }
          return idOf(await gateway().authorize({ flow: 'NO_3DS', body }))
        }
        case 'verify': {
          const body = { transaction_type: 'VERIFY', amount: 0 }
          return idOf(await gateway().authorize({ flow: 'NO_3DS', body }))
        }
        case 'payment':
          return idOf(await gateway().post<Envelope>('/api/transactions/payment', paymentRequest(gateway())))
        case 'payout': {
          const request = payoutRequest(gateway(), '123456789001')
          return idOf(await gateway().post<Envelope>('/api/transactions/payout', request))
        }
        default: {
          const parent = await end(type === 'refund' ? 'purchase' : 'authorize')
          const { terminal_id, currency, reference, amount, id: parent_transaction_id } = parent
          const request = { terminal_id, currency, reference, amount, parent_transaction_id }
          const operation = { ...request, transaction_type: type.toUpperCase() }
          return (await gateway().post<Transaction>('/api/transactions/manage', operation)).id
        }
      }
    }

    /** Completes a transaction of a type. */
    async function end(type: string, outcome = 'approved'): Promise<Transaction> {
      return finish(await begin(type), outcome)
    }

    async function finish(id: string, outcome = 'approved'): Promise<Transaction> {
      const { provider, call } = find(id)
      await report(provider, [eventOf(call, CODE_FOR_OUTCOME[outcome])])
      return gateway().status(id)
    }

    async function record({ id }: Transaction, kind: string, dispute?: string): Promise<void> {
      const { provider, call } = find(id)
      const { key, accountId, currency, amountMinor } = call
      const fact = `${kind}-${id}`
      const details = { kind, amount: amountMinor, currency, reason_code: '10.4', reason: 'Other fraud' }
      const ofDispute = {
        dispute_reference: dispute,
        funds: 'NONE',
        // Within a day, so that the merchant is reminded immediately.
        ...(kind === 'DISPUTE_OPENED' && {
          respond_by: new Date(gateway().clock.now() + HOUR_MS).toISOString(),
        }),
      }
      await report(provider, [
        {
          id: `evt-${fact}`,
          fact,
          kind: 'RECORD',
          live: false,
          occurred_at: '2026-11-29T10:00:00Z',
          account_id: accountId,
          idempotency_key: key,
          refs: [`obj-${fact}`],
          record: { ...details, ...(dispute !== undefined && ofDispute) },
        },
      ])
    }

    async function saveCard(): Promise<string> {
      const body = { tokenization: { save_card_for_future_payments: true } }
      const { payment_method } = await finish(idOf(await gateway().authorize({ flow: 'NO_3DS', body })))
      return payment_method?.token ?? ''
    }

    /** Causes an event, by the parts of its name. */
    async function cause(event: WebhookEventName): Promise<void> {
      const [, subject, what = '', outcome = ''] = event.split(':')
      if (subject === 'transaction') return void (await end(what, outcome))
      if (subject === 'payment-method') {
        const token = await saveCard()
        if (what === 'deleted')
          expect((await gateway().send('DELETE', `/api/payment-methods/${token}`)).status).toBe(204)
        return
      }
      if (subject === 'payment-link') {
        const { id } = await makeLink(gateway())
        return void (await gateway().post(`/api/payment-links/${id}/deactivate`, undefined))
      }
      const about = await end(RECORDED_TYPE[what] ?? 'purchase')
      if (subject === 'record') {
        const kind = RECORD_KINDS.find((known) => recordEventName(known) === event)
        if (kind !== undefined) await record(about, kind)
        return
      }
      for (const step of STEPS_TO_DISPUTE_EVENT[what] ?? [])
        await record(about, `DISPUTE_${step}`, `dp_${about.id}`)
      if (what === 'evidence-due') await gateway().advanceRealTime(1)
    }

    it.each(EVENT_CATALOGUE.map((one) => [one.event, one.schema] as const))(
      '%s is sent, signed, as the catalogue describes it',
      async (event, schema) => {
        const before = receiver.messages.length
        await cause(event)
        const message = await vi.waitFor(
          () => {
            const arrived = receiver.messages.slice(before).find((one) => one.event.event === event)
            expect(arrived, `nothing here causes ${event}`).toBeDefined()
            return arrived as NonNullable<typeof arrived>
          },
          { timeout: 10_000 },
        )
        expect(verifies(message, secret)).toBe(true)
        // Parsing drops members that the schema does not name.
        expect(schema.parse(message.event)).toEqual(message.event)
      },
    )
  },
  { adapters: { providers: new Map(providers.map((provider) => [provider.id, provider])) } },
)
