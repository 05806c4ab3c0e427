import type { Envelope, Timeline } from '@sluice/types'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { AuthenticatingProvider } from '../../../test/authenticating-provider.ts'
import { describeAtBothGateways } from '../../../test/both-gateways.ts'
import { PROVIDER_OUTCOME } from '../../../test/elsewhere.ts'
import { FENCED } from '../../../test/make-provider.ts'
import { open } from '../../../test/shopper.ts'
import { eventOf, postEvents } from '../../../test/webhook-only-provider.ts'
import { type CallDeclaration, mapCalls } from '../execution/declarations.ts'
import {
  ContradictingAnswer,
  type ProviderCapabilities,
  type ProviderOutcome,
} from '../execution/provider.ts'

const provider = new AuthenticatingProvider('sim-a', ['sim-a-eur'])
const second = new AuthenticatingProvider('sim-b', ['sim-b-eur'])
const adapters = { providers: new Map([provider, second].map((one) => [one.id, one])) }

const CHALLENGE_MS = 600_000
const HOUR_MS = 3_600_000

const CANCELED: ProviderOutcome = {
  ...PROVIDER_OUTCOME,
  processingCode: '1003',
  providerResponseCode: '17',
  providerResponseMessage: 'Canceled there',
  approvalCode: null,
}

/** Declares how the calls of the provider end whose answers are lost. */
function declare(declared: Partial<CallDeclaration>, more: Partial<ProviderCapabilities> = {}): void {
  const authenticatesAt = new Set(['sim-a-eur'])
  const calls = mapCalls((kind) => ({ ...FENCED.calls[kind], ...declared }))
  provider.capabilities = { ...FENCED, authenticatesAt, calls, ...more }
}

/**
 * Only events report outcomes, keys cannot be fenced, and reversals use the gateway's key: the declaration of an
 * asynchronous acquirer.
 */
const EVENTS_ONLY = { lookup: 'events-only', fence: 'none', undo: 'by-our-key' } as const

beforeEach(() => {
  provider.reset()
  second.reset()
  declare({})
})
afterEach(() => {
  vi.restoreAllMocks()
})

describeAtBothGateways(
  'a payment that a shopper can still complete at the provider',
  (current) => {
    const authorize = () => current().gateway.authorize()
    const bring = (payment = provider.latest) =>
      open(`${payment.request.shopper?.returnUrl ?? ''}?token=${payment.token}`, 'document')
    const idOf = ({ action, redirect, form_submit: form, result }: Envelope) =>
      (action ?? redirect ?? form)?.transaction_id ?? result?.id ?? ''
    const statusOf = (envelope: Envelope) => current().gateway.status(idOf(envelope))
    const attemptOf = async (envelope: Envelope) =>
      (await current().gateway.books.of('attempts', idOf(envelope)))[0]
    const alertsOf = async (envelope: Envelope) =>
      (await current().gateway.books.of('alerts', idOf(envelope))).map(({ kind }) => kind)
    const titlesOf = async (envelope: Envelope) => {
      const path = `/api/transactions/${idOf(envelope)}/timeline`
      return (await current().gateway.get<Timeline>(path)).data.map(({ title }) => title)
    }
    const settle = () => current().gateway.advance(10_000)
    const timeOut = () => current().gateway.advance(CHALLENGE_MS + 1_000)
    const isResultStored = async () =>
      (
        await current().gateway.books.query(
          `select sealed_result from attempt_confirmations where attempt_id = '${provider.latest.request.idempotencyKey}'`,
        )
      ).some(({ sealed_result: sealed }) => sealed !== null)
    const report = (code: string, changes: Parameters<typeof eventOf>[2] = {}) => {
      const { idempotencyKey: key, transactionId, accountId, amountMinor, currency } = provider.latest.request
      const call = { call: 'authorization', key, transactionId, accountId, amountMinor, currency } as const
      return postEvents(current().gateway, 'sim-a', [eventOf(call, code, changes)])
    }

    describe('is queried again an hour after its end, and reversed', () => {
      const payAndLook = async (envelope: Envelope, payment = provider.latest) => {
        // The provider said that nothing is payable there, and breaks that promise.
        payment.state = 'APPROVED'
        await current().gateway.advance(HOUR_MS + 1_000)
        await settle()
        expect(await alertsOf(envelope)).toEqual(['LATE_SUCCESS'])
        expect(provider.undone).toEqual([payment.request.idempotencyKey])
      }

      it('after another account approved', async () => {
        provider.decides = 'decline retryable'
        const envelope = await authorize()
        await bring()
        await bring(second.latest)
        await payAndLook(envelope)
        expect(await statusOf(envelope)).toMatchObject({ status: 'APPROVED' })
        expect(second.undone).toEqual([])
      })

      it('after a decline that ended it', async () => {
        provider.decides = 'decline'
        const envelope = await authorize()
        await bring()
        await payAndLook(envelope)
        expect(await statusOf(envelope)).toMatchObject({ status: 'DECLINED' })
      })

      it('after a cancellation whose answer was lost', async () => {
        const envelope = await authorize()
        provider.loses.add('cancel')
        await timeOut()
        await settle()
        expect(await statusOf(envelope)).toMatchObject({ status: 'SESSION_EXPIRED', processing_code: '1005' })
        await payAndLook(envelope)
      })

      it('after the shopper gave up there', async () => {
        vi.spyOn(provider, 'continue').mockResolvedValueOnce(CANCELED)
        const envelope = await authorize()
        await bring()
        expect(provider.calls).toContain('cancel')
        expect(await statusOf(envelope)).toMatchObject({ status: 'CANCELED' })
        await payAndLook(envelope)
      })

      it('after a fence', async () => {
        provider.loses.add('continue')
        const envelope = await authorize()
        provider.beforeContinue = () => Promise.reject(new Error('the request was lost'))
        await bring()
        vi.spyOn(provider, 'findOutcome').mockResolvedValueOnce(null)
        vi.spyOn(provider, 'fence').mockResolvedValueOnce({ kind: 'fenced' })
        await settle()
        expect(await statusOf(envelope)).toMatchObject({ status: 'DECLINED', processing_code: '1001' })
        await payAndLook(envelope)
      })
    })

    describe('declined while the cancellation is only received, or its answer lost, ends as the issuer said', () => {
      const declineOpen = async (answer: 'requested' | 'silent') => {
        provider.decides = 'decline'
        if (answer === 'silent') provider.loses.add('cancel')
        else provider.cancelAnswers = 'requested'
        const envelope = await authorize()
        await bring()
        expect(await statusOf(envelope)).toMatchObject({ status: 'PENDING' })
        expect(await isResultStored()).toBe(false)
        expect(await titlesOf(envelope)).toContain(
          'Provider sim-a declined. Cancellation requested: Declined (generic) (1000)',
        )
        return envelope
      }
      const expectDeclined = async (envelope: Envelope) => {
        expect(await statusOf(envelope)).toMatchObject({ status: 'DECLINED', processing_code: '1000' })
        expect(await attemptOf(envelope)).toMatchObject({
          status: 'ENDED',
          processing_code: '1000',
          provider_response_code: '05',
        })
      }

      it.each(['requested', 'silent'] as const)(
        'once a status query reports the cancellation: %s',
        async (answer) => {
          const envelope = await declineOpen(answer)
          vi.spyOn(provider, 'findOutcome').mockResolvedValueOnce(CANCELED)
          await settle()
          await expectDeclined(envelope)
        },
      )

      it.each(['requested', 'silent'] as const)(
        'once the event of the cancellation arrives: %s',
        async (answer) => {
          declare(EVENTS_ONLY)
          const envelope = await declineOpen(answer)
          await report('1003', { call: 'cancellation' })
          await settle()
          await expectDeclined(envelope)
        },
      )

      it('also if an event reported the decline', async () => {
        declare({}, { reports: 'AUTHORITATIVE' })
        provider.loses.add('continue')
        provider.loses.add('find')
        provider.cancelAnswers = 'requested'
        const envelope = await authorize()
        await bring()
        await report('1000', { outcome: { response_code: '05' } })
        await settle()
        expect(await statusOf(envelope)).toMatchObject({ status: 'PENDING' })
        provider.loses.clear()
        vi.spyOn(provider, 'findOutcome').mockResolvedValue(CANCELED)
        await current().gateway.advance(60_000)
        await expectDeclined(envelope)
      })
    })

    describe('is withdrawn again if no status query is available', () => {
      const cancellationKeys = () =>
        vi.mocked(provider.cancelOrder).mock.calls.map(([{ idempotencyKey }]) => idempotencyKey)

      it('after the first cancellation was lost, with the same key', async () => {
        declare(EVENTS_ONLY)
        vi.spyOn(provider, 'cancelOrder').mockRejectedValueOnce(new Error('the request was lost'))
        const envelope = await authorize()
        await timeOut()
        expect(await titlesOf(envelope)).toContain('Cancellation requested from provider sim-a')
        await settle()
        expect(await statusOf(envelope)).toMatchObject({ status: 'SESSION_EXPIRED', processing_code: '1005' })
        const [first, ...others] = cancellationKeys()
        expect(others).toEqual([first])
        expect(provider.latest.state).toBe('CANCELED')
      })

      it('after an answer that named another payment', async () => {
        declare(EVENTS_ONLY)
        const envelope = await authorize()
        vi.spyOn(provider, 'continue').mockRejectedValueOnce(
          new ContradictingAnswer('KEY_MISMATCH', { key: 'another', asked_key: 'this' }),
        )
        await bring()
        await settle()
        expect(await statusOf(envelope)).toMatchObject({ status: 'SESSION_EXPIRED', processing_code: '1005' })
        expect(provider.latest.state).toBe('CANCELED')
        expect(await alertsOf(envelope)).toEqual(['KEY_MISMATCH'])
      })

      it('after a lost answer that would have named it, where only its name finds it', async () => {
        declare({ lookup: 'by-their-id', fence: 'none' })
        provider.loses.add('authorize')
        const envelope = await authorize()
        await settle()
        expect(await statusOf(envelope)).toMatchObject({ status: 'SESSION_EXPIRED' })
        expect(provider.latest.state).toBe('CANCELED')
      })

      it('after its provider has never seen it, and keeps no fence', async () => {
        declare({ fence: 'none' })
        provider.loses.add('authorize')
        const envelope = await authorize()
        vi.spyOn(provider, 'findOutcome').mockResolvedValue(null)
        await settle()
        expect(await statusOf(envelope)).toMatchObject({ status: 'SESSION_EXPIRED' })
        expect(provider.latest.state).toBe('CANCELED')
      })

      it('but not while its provider is silent', async () => {
        declare({ fence: 'none' })
        provider.loses.add('authorize')
        provider.loses.add('find')
        await authorize()
        await settle()
        expect(provider.calls).not.toContain('cancel')
      })
    })

    it('ends as it was to end where its key is fenced', async () => {
      provider.loses.add('cancel')
      const envelope = await authorize()
      await timeOut()
      vi.spyOn(provider, 'findOutcome').mockResolvedValueOnce(null)
      vi.spyOn(provider, 'fence').mockResolvedValueOnce({ kind: 'fenced' })
      await settle()
      expect(await statusOf(envelope)).toMatchObject({ status: 'SESSION_EXPIRED', processing_code: '1005' })
    })

    it('keeps an event waiting that comes while the shopper is at the provider', async () => {
      const stateOfEvent = async () =>
        (await current().gateway.books.query('select state from provider_events order by received_at')).at(
          -1,
        )?.['state']
      declare({}, { reports: 'HINT' })
      const envelope = await authorize()
      await report('0000')
      await settle()
      expect(await stateOfEvent()).toBe('WAITING')
      await timeOut()
      provider.latest.state = 'APPROVED'
      await current().gateway.advanceRealTime(20_000)
      await settle()
      expect(await stateOfEvent()).toBe('APPLIED')
      expect(await alertsOf(envelope)).toEqual(['LATE_SUCCESS'])
    })
  },
  { adapters },
)
