/** Simulated providers with their pages on a port of their own, and a receiver of their reports. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

import { Secret } from '@sluice/shared/secret'
import { encodeWebhookSecret, isSignedMessage, signMessage } from '@sluice/platform/crypto/standard-webhook'
import { createTransact } from '@sluice/platform/database/transact'
import { originUrlOf } from '@sluice/platform/http/http-server'
import { systemClock, systemTimers } from '@sluice/platform/system'

import { createSimulatedAlternativeProviders } from '../src/alternative-provider/alternative-providers.ts'
import { createOrderLedgerStore } from '../src/alternative-provider/order-ledger.store.ts'
import { postCallback } from '../src/alternative-provider/post-callback.ts'
import { registerProviderPages } from '../src/alternative-provider/provider-page.routes.ts'
import { settleOrders } from '../src/alternative-provider/settle-orders.ts'
import type { OrderRequest } from '../src/provider.ts'
import { makeMessageId } from '../../gateway/src/webhooks/message-id.ts'
import { createSimulatorServer } from './create-simulator-server.ts'
import { openSimulatorDatabase } from './open-simulator-database.ts'
import { createTestClock } from './test-clock.ts'
import { createTestRandom } from './test-random.ts'

export interface Report {
  readonly id: string
  readonly body: string
}

export const RETURN_URL = 'https://gateway.example/orders/handle/return'

export const EXPIRES_AFTER_MS = 900_000

const PROVIDER_OF_TYPE = (type: string): string => {
  if (type === 'partner-blik') return 'partner-blik'
  if (type.startsWith('provider-redirect-')) return 'sim-redirect'
  return type.startsWith('payout_') ? 'sim-payouts' : 'sim-payments'
}

export async function openProviderDesk() {
  const db = await openSimulatorDatabase()
  const clock = createTestClock()
  const random = createTestRandom()
  const reports: Report[] = []
  const gateway = { status: 200 }
  const secretOf = (providerId: string) => encodeWebhookSecret(Buffer.from(providerId.padEnd(32, '.')))

  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const secrets = [secretOf(request.url?.split('/')[3] ?? '')]
      const isSigned = isSignedMessage(body, request.headers, { nowMs: Date.now(), secrets })
      if (isSigned) reports.push({ id: String(request.headers['webhook-id']), body: body.toString() })
      response.writeHead(isSigned ? gateway.status : 401).end('{"status":"OK"}')
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`

  const server = createSimulatorServer({ clock, random })
  const desk = {
    ledger: createOrderLedgerStore({
      db,
      transact: createTransact({ db, random, timers: systemTimers }),
      makeMessageId: () => makeMessageId(random),
    }),
    clock,
    realTime: systemClock,
    random,
    timers: systemTimers,
    pagesUrl: () => originUrlOf(server, 'bank'),
    post: postCallback,
    sign: (body: string, options: Parameters<typeof signMessage>[1]) => ({ ...signMessage(body, options) }),
    callbackSecretsOf: (providerId: string) => [secretOf(providerId)],
  }
  registerProviderPages(server, desk)
  await server.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    await server.close()
    receiver.closeAllConnections()
    await new Promise((resolve) => receiver.close(resolve))
    await db.destroy()
  })

  const providers = new Map(createSimulatedAlternativeProviders(desk).map((one) => [one.id, one]))
  const providerFor = (type: string) => {
    const provider = providers.get(PROVIDER_OF_TYPE(type))
    if (!provider) throw new Error(`no provider does ${type}`)
    return provider
  }
  const describe = (type: string, input: Partial<OrderRequest> = {}): OrderRequest => ({
    idempotencyKey: 'attempt-1',
    merchantId: 'merchant',
    transactionId: '0193a5b0-0000-7000-8000-000000000001',
    accountId: `${PROVIDER_OF_TYPE(type)}-eur`,
    type,
    direction: type.startsWith('payout_') ? 'WITHDRAWAL' : 'DEPOSIT',
    amountMinor: 129_900,
    currency: 'EUR',
    reference: 'order-1001',
    merchantName: '<Nordlys> & Books',
    blikCode: null,
    vpa: null,
    beneficiary: null,
    returnUrl: type.startsWith('payout_') ? null : RETURN_URL,
    language: null,
    expiresAtMs: type.startsWith('payout_') ? null : clock.now() + EXPIRES_AFTER_MS,
    callbackUrl: `${receiverUrl}/api/providers/${PROVIDER_OF_TYPE(type)}/callback`,
    metadata: null,
    ...input,
  })
  return {
    clock,
    db,
    /** The gateway's responses to reports. */
    gateway,
    reports,
    /** The received reports, oldest first. */
    told: () => reports.map(({ body }) => JSON.parse(body) as Record<string, unknown>),
    describe,
    providerFor,
    start: (type: string, input: Partial<OrderRequest> = {}) =>
      providerFor(type).order(describe(type, input)),
    find: async (type: string, key = 'attempt-1') =>
      (await providerFor(type).findOutcome(key))?.processingCode ?? null,
    async advance(ms: number) {
      clock.advance(ms)
      await settleOrders(desk)
    },
  }
}

export const payout = (accountNumber: string): Partial<OrderRequest> => ({
  beneficiary: { accountNumber: new Secret(accountNumber) },
})
export const blik = (code: string): Partial<OrderRequest> => ({ blikCode: new Secret(code), currency: 'PLN' })
