import type { OutcomeMessage } from '@sluice/provider-protocol'
import { Secret } from '@sluice/shared/secret'
import { randomBytes, randomUUID } from 'node:crypto'

import { adyen } from '../../src/adyen/index.ts'
import type { CallEnd, ConnectorEvent, ProviderCall, ProviderCallAnswer } from '../../src/kit/index.ts'
import { runCall, type Send } from '../../src/runtime/index.ts'
import type { AdyenTwin } from '../../twins/adyen/adyen-twin.ts'
import { startAdyenTwin } from '../../twins/adyen/twin.ts'
import { watchSecrets } from '../watch-secrets.ts'

export const ACCOUNT = 'TwinMerchantECOM'
export const HMAC_KEY = '44782def547aaa06c910c43932b1eb0c71fc68d9d0c057550c48ec2acf6ba056'

/** A twin, and the connector that speaks to it. */
export interface ConnectedTwin {
  readonly twin: AdyenTwin
  readonly call: (call: ProviderCall, state?: string | null) => Promise<CallEnd<ProviderCallAnswer>>
  /** Reads the events that the twin has sent since the last time. */
  readonly readNewEvents: () => readonly ConnectorEvent[]
}

/** Starts a twin, and connects the connector with it. A call fails if a secret is where Adyen's contract has none. */
export async function connectTwin(): Promise<ConnectedTwin> {
  const twin = await startAdyenTwin({ apiKeys: [API_KEY], merchantAccounts: [ACCOUNT], hmacKey: HMAC_KEY })
  const watch = watchSecrets({
    apiKey: API_KEY,
    webhookSecret: HMAC_KEY,
    keyHeader: 'x-api-key',
    cardPaths: /\/payments$/,
  })
  let read = 0
  return {
    twin,
    async call(call, state = null) {
      watch.learn(call.message)
      const end = await runCall(
        adyen.step,
        call,
        { account: ACCOUNT, state: state === null ? null : new Secret(state), token: null },
        {
          clock: { now: () => Date.now() },
          timers: { sleep: async () => Promise.resolve() },
          random: { bytes: (length) => randomBytes(length), uuid: () => randomUUID() },
          secrets: () => ({ api_key: [new Secret(API_KEY)] }),
          send: watch.watchSend(sendTo(twin.url)),
          timeoutMs: 5_000,
          onExchange: watch.seePrinted,
        },
      )
      watch.seeTold(end)
      return end
    },
    readNewEvents() {
      const deliveries = twin.webhooks.deliveries().slice(read)
      read += deliveries.length
      return deliveries.flatMap(({ body }) => {
        const reading = adyen.readEvents(
          {
            headers: {},
            rawBody: Buffer.from(body),
            query: {},
            path: { providerId: 'adyen-eu', accountId: ACCOUNT },
          },
          { secrets: [HMAC_KEY], now: Date.now(), accounts: [ACCOUNT] },
        )
        if (reading.kind !== 'events') throw new Error(`An event of the twin is ${reading.kind}`)
        watch.seeTold(reading)
        return reading.events
      })
    },
  }
}

const API_KEY = 'AQEyhmfxK4LJahZCw0m_n3Q5qf3Vvtwin'

function sendTo(url: string): Send {
  return async ({ method, path, headers, body }) => {
    try {
      const response = await fetch(`${url}${path}`, { method, headers, body, redirect: 'manual' })
      return {
        kind: 'answer',
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      }
    } catch {
      return { kind: 'failure', code: 'CONNECTION_LOST' }
    }
  }
}

/** Returns the outcome that a call ended with. @throws If it ended otherwise. */
export function outcomeOf(end: CallEnd<ProviderCallAnswer>): OutcomeMessage {
  if (end.kind !== 'answer') throw new Error(`The call ended ${end.kind}: ${end.reason}`)
  const { answer } = end
  if ('outcome' in answer) return answer.outcome
  if ('processing_code' in answer) return answer
  throw new Error(`The call was answered ${JSON.stringify(answer)}`)
}
