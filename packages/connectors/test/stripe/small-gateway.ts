import { request } from 'node:http'
import { randomBytes, randomUUID } from 'node:crypto'
import { Secret } from '@sluice/shared/secret'

import type { CallName, CallAnswers, CallEnd, CallMessages, HttpResult } from '../../src/kit/index.ts'
import { runCall, type Send } from '../../src/runtime/index.ts'
import { stripe } from '../../src/stripe/index.ts'
import type { StripeTwin } from '../../twins/stripe/stripe-twin.ts'
import { type SecretPlaces, watchSecrets } from '../watch-secrets.ts'

export const API_KEY = 'sk_test_connector1'

/** The places of secrets in Stripe's API. */
export const SECRET_PLACES: SecretPlaces = {
  apiKey: API_KEY,
  keyHeader: 'authorization',
  cardPaths: /^\/v1\/payment_methods$/,
}

/** Waits as long as a test needs: the test releases a late answer, or it is late for the connector. */
const LIMIT_MS = 5_000

export type Ask = <Name extends CallName>(
  name: Name,
  message: CallMessages[Name],
  state?: string | null,
) => Promise<CallEnd<CallAnswers[Name]>>

/** Calls the connector as a gateway does, against a twin over HTTP. */
export interface Surroundings {
  readonly limitMs?: number
  /** Changes what Stripe answers, as a later version of it may. */
  readonly rewrite?: (body: string) => string
}

export function createSmallGateway(
  twin: StripeTwin,
  { limitMs = LIMIT_MS, rewrite = (body) => body }: Surroundings = {},
): Ask {
  const watch = watchSecrets(SECRET_PLACES)
  const parts = {
    clock: { now: () => twin.world.nowSeconds() * 1000 },
    // Busy requests are retried at once: a test has nothing to wait for.
    timers: { sleep: () => Promise.resolve() },
    random: { bytes: (length: number) => randomBytes(length), uuid: () => randomUUID() },
    secrets: () => ({ api_key: [new Secret(API_KEY)] }),
    send: watch.watchSend(sendTo(twin.url, rewrite)),
    timeoutMs: limitMs,
    onExchange: watch.seePrinted,
  }
  return (async (name: CallName, message: never, state: string | null = null) => {
    watch.learn(message)
    const end = await runCall(
      stripe.step,
      { name, message },
      { account: 'acct-eur', state: state === null ? null : new Secret(state), token: null },
      parts,
    )
    watch.seeTold(end)
    return end
  }) as Ask
}

function sendTo(base: string, rewrite: (body: string) => string): Send {
  return ({ method, path, headers, body }, limitMs) =>
    new Promise<HttpResult>((resolve) => {
      const fail = (code: 'NEVER_SENT' | 'TIMEOUT' | 'CONNECTION_LOST') => resolve({ kind: 'failure', code })
      const sent = request(`${base}${path}`, { method, headers, agent: false }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({
            kind: 'answer',
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(
              Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
            ),
            body: rewrite(Buffer.concat(chunks).toString('utf8')),
          }),
        )
      })
      sent.setTimeout(limitMs, () => {
        fail('TIMEOUT')
        sent.destroy()
      })
      sent.on('error', (error: NodeJS.ErrnoException) =>
        fail(error.code === 'ECONNREFUSED' ? 'NEVER_SENT' : 'CONNECTION_LOST'),
      )
      sent.end(body)
    })
}
