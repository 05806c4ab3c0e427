import { describe, expect, it } from 'vitest'
import { createFakeGateway, json } from '../test/fake-gateway.ts'
import { transaction } from '../test/records.ts'
import { createClient } from './client.ts'
import { ConfigurationError } from './errors/configuration-error.ts'
import { decryptAWalletToken } from './wallets/index.ts'

const setUp = () => {
  const gateway = createFakeGateway({ api: () => json(200, transaction) })
  return { ...gateway, client: createClient(gateway.options) }
}
type Client = ReturnType<typeof createClient>

/** Hides the type of a literal: plain JavaScript can pass options that the compiler refuses. */
const written = (options: object): object => options

const first = async (events: AsyncIterable<unknown>) => {
  for await (const event of events) return event
  return undefined
}

describe('an unknown option', () => {
  it.each<[string, (client: Client) => Promise<unknown>, string]>([
    [
      'of a refund, which would be all of the payment',
      ({ transactions }) => transactions.refund(transaction, written({ ammount: 250 })),
      'ammount is an unknown option. Did you mean amount? Options: amount, metadata.',
    ],
    [
      'of a refund, which stands behind its part',
      ({ transactions }) => transactions.refund(transaction, written({ idempotencyKey: 'refund-1' })),
      'idempotencyKey is an unknown option. Options: amount, metadata.',
    ],
    [
      'of a capture, which would release the rest',
      ({ transactions }) => transactions.capture(transaction, written({ final_capture: false })),
      'final_capture is an unknown option. Did you mean finalCapture? Options: amount, metadata, finalCapture.',
    ],
    [
      'of a void',
      ({ transactions }) => transactions.void(transaction, written({ finalCapture: false })),
      'finalCapture is an unknown option. Options: amount, metadata.',
    ],
    [
      'of a call, which would have another key each time',
      ({ transactions }) => transactions.refund(transaction, {}, written({ idempotency_key: 'refund-1' })),
      'idempotency_key is an unknown option. Did you mean idempotencyKey? Options: signal, timeoutMs, deadlineMs, headers, idempotencyKey, retryUnsafe.',
    ],
    [
      'of a request of one’s own, which would be sent without its body',
      (client) => client.request(written({ method: 'POST', path: '/api/orders', boddy: {} }) as never),
      'boddy is an unknown option. Did you mean body? Options: method, path, params, query, body.',
    ],
    [
      'of a message to explain, whose secret would not be compared',
      ({ webhooks }) =>
        webhooks.explainSignature(
          written({ subscriptionId: 's', headers: {}, rawBody: '', secrets: 'whsec_AAAA' }) as never,
        ),
      'secrets is an unknown option. Did you mean secret? Options: subscriptionId, headers, rawBody, secret.',
    ],
    [
      'of a wait',
      ({ transactions }) => transactions.awaitFinal('t', written({ timeout: 10 })),
      'timeout is an unknown option. Did you mean timeoutMs? Options: timeoutMs, intervalMs, signal, notifier.',
    ],
    [
      'of a stream, which would begin now',
      ({ events }) => first(events.listen(written({ since: '0' }))),
      'since is an unknown option. Options: after, signal, onState.',
    ],
    [
      'of a wallet token, which would be claimed by nobody',
      () => decryptAWalletToken({} as never, [], written({ claims: () => true })),
      'claims is an unknown option. Did you mean claim? Options: currency, amount, claim, roots, toleranceSeconds, verifySignature, now.',
    ],
  ])('%s is refused before anything is sent', async (_what, call, message) => {
    const { client, apiRequests } = setUp()
    const error = await call(client).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ConfigurationError)
    expect(error).toMatchObject({ message, outcomeUnknown: false })
    expect(apiRequests).toHaveLength(0)
  })

  it('an unknown option of a client is refused at construction', () => {
    const { options } = createFakeGateway()
    expect(() => createClient({ ...options, ...written({ acceptedEncryptionKey: ['a'] }) })).toThrow(
      /^acceptedEncryptionKey is an unknown option\. Did you mean acceptedEncryptionKeys\? Options: baseUrl, /,
    )
  })

  it('an unknown option of an appInfo is refused at construction', () => {
    const appInfo = { name: 'harbour-shop', ...written({ versoin: '1.4.0' }) }
    expect(() => createClient({ ...createFakeGateway().options, appInfo })).toThrow(
      'versoin is an unknown option. Did you mean version? Options: name, version, url.',
    )
  })

  it('is ignored when it is undefined', async () => {
    const { client } = setUp()
    await expect(
      client.transactions.refund(transaction, written({ reason: undefined })),
    ).resolves.toBeDefined()
  })
})
