import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { sha256Base64Url } from '@sluice/platform/crypto/aead'
import { isSignedMessage } from '@sluice/platform/crypto/standard-webhook'

/** Only a hash of the body is kept. A hundred thousand bodies would make a soak measure its own garbage collections. */
export interface ReceivedEvent {
  readonly id: string
  readonly bodyHash: string
  readonly transactionId: string
  /** The time at which the transaction reached the event's state; null for a saved card. */
  readonly updatedAtMs: number | null
  readonly isSigned: boolean
  readonly arrivedAtMs: number
}

/** A merchant's webhook address that accepts everything. */
export interface Receiver {
  readonly url: string
  readonly received: readonly ReceivedEvent[]
  /** The secret by which signatures are verified. */
  trust(secret: string): void
  /** Awaited before each response. */
  beforeAnswer: (event: ReceivedEvent) => Promise<void>
  close(): Promise<void>
}

/** Reads a message, which concerns a transaction, or a card that was saved with one. */
function readBody(body: string): Pick<ReceivedEvent, 'bodyHash' | 'transactionId' | 'updatedAtMs'> {
  const { payload, data } = JSON.parse(body) as {
    readonly payload?: { readonly id: string; readonly updated_at: string }
    readonly data?: { readonly transaction_id: string | null }
  }
  return {
    bodyHash: sha256Base64Url(body),
    transactionId: payload?.id ?? data?.transaction_id ?? '',
    updatedAtMs: payload ? Date.parse(payload.updated_at) : null,
  }
}

/** @param port - without it any that is free. */
export async function startReceiver(port = 0): Promise<Receiver> {
  const received: ReceivedEvent[] = []
  const secrets: string[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const arrivedAtMs = Date.now()
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts).toString('utf8')
    const seconds = Number(request.headers['webhook-timestamp'])
    const event: ReceivedEvent = {
      id: String(request.headers['webhook-id']),
      ...readBody(body),
      isSigned: isSignedMessage(body, request.headers, { secrets, nowMs: seconds * 1_000 }),
      arrivedAtMs,
    }
    received.push(event)
    await receiver.beforeAnswer(event)
    response.writeHead(204).end()
  }
  const server = createServer((request, response) => {
    // The sender may be killed before the response.
    receive(request, response).catch(() => response.destroy())
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    received,
    trust: (secret) => void secrets.push(secret),
    beforeAnswer: () => Promise.resolve(),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}
