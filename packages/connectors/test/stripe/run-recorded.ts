import { Secret } from '@sluice/shared/secret'

import type { ProviderCall, ProviderCallAnswer } from '../../src/kit/index.ts'
import { runCall } from '../../src/runtime/index.ts'
import type { RevealedRequest } from '../../src/runtime/index.ts'
import type { HttpResult } from '../../src/kit/index.ts'
import { stripe } from '../../src/stripe/index.ts'
import { watchSecrets } from '../watch-secrets.ts'
import { SECRET_PLACES } from './small-gateway.ts'

/** A recorded answer: its status and its body. Headers are those that matter. */
export type Recorded =
  | readonly [status: number, body: unknown, headers?: Readonly<Record<string, string>>]
  | Extract<HttpResult, { kind: 'failure' }>['code']

export const API_KEY = 'sk_test_NeverPrinted0001'

const STATE = JSON.stringify({ intent: 'pi_3QxNordlys00001', account: 'main', currency: 'EUR' })

/** The names of a payment whose answer arrived. */
export const NAMED = { key: 'call1', state: STATE, provider_reference: 'pi_3QxNordlys00001' }

/** Runs a call against recorded answers, in order. It fails if a secret is where Stripe's contract has none. */
export async function runRecorded(call: ProviderCall, answers: readonly Recorded[]) {
  const sent: (RevealedRequest & { readonly params: URLSearchParams })[] = []
  const printed: string[] = []
  const watch = watchSecrets({ ...SECRET_PLACES, apiKey: API_KEY })
  watch.learn(call.message)
  const end = await runCall<ProviderCall, ProviderCallAnswer>(
    stripe.step,
    call,
    { account: 'main', state: null, token: null },
    {
      clock: { now: () => 1_795_000_000_000 },
      timers: { sleep: () => Promise.resolve() },
      random: {
        bytes: (length) => new Uint8Array(length),
        uuid: () => '00000000-0000-7000-8000-000000000000',
      },
      secrets: () => ({ api_key: [new Secret(API_KEY)] }),
      timeoutMs: 1_000,
      send: watch.watchSend((request) => {
        sent.push({ ...request, params: new URLSearchParams(request.body) })
        const recorded = answers[sent.length - 1]
        if (recorded === undefined) throw new Error(`no answer for ${request.method} ${request.path}`)
        if (typeof recorded === 'string') return Promise.resolve({ kind: 'failure', code: recorded })
        const [status, body, headers = {}] = recorded
        const text = typeof body === 'string' ? body : JSON.stringify(body)
        return Promise.resolve({ kind: 'answer', status, headers, body: text })
      }),
      onExchange(exchange) {
        watch.seePrinted(exchange)
        printed.push(JSON.stringify(exchange))
      },
    },
  )
  watch.seeTold(end)
  return { end, sent, printed }
}

/** Returns a card payment of EUR 1,299.00 whose payment intent was prepared. */
export function authorization(changes: object = {}): Extract<ProviderCall, { name: 'authorize' }> {
  return {
    name: 'authorize',
    message: {
      idempotency_key: 'call1',
      merchant_id: 'm',
      terminal_id: 'T00000000001',
      transaction_id: 't',
      account_id: 'main',
      amount: 129_900,
      currency: 'EUR',
      reference: 'order-7719',
      description: null,
      customer: null,
      browser_info: null,
      options: null,
      prepared: { state: STATE, provider_reference: 'pi_3QxNordlys00001' },
      attempt_number: 1,
      transaction_type: 'PURCHASE',
      card: {
        kind: 'PAN',
        number: new Secret('4242424242424242'),
        cvv: new Secret('987'),
        brand: 'VISA',
        expiration_month: 12,
        expiration_year: 2030,
        token_source: null,
        network_token: null,
      },
      authentication: null,
      stored_credential: null,
      billing_address: null,
      ...changes,
    },
  }
}

/** Returns a follow-up of EUR 50.00. */
export function operation(changes: object = {}): Extract<ProviderCall, { name: 'operate' }> {
  return {
    name: 'operate',
    message: {
      idempotency_key: 'refund1',
      merchant_id: 'm',
      transaction_id: 't2',
      account_id: 'main',
      amount: 5_000,
      currency: 'EUR',
      operation: 'REFUND',
      original: NAMED,
      parent: NAMED,
      final_capture: false,
      ...changes,
    },
  }
}
