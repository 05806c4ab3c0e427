import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { isSignedMessage } from '@sluice/platform/crypto/standard-webhook'

export interface ReceivedMessage {
  readonly id: string
  /** The headers, with lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly event: { readonly event: string; readonly payload: Readonly<Record<string, unknown>> }
}

/** A merchant's receiver with configurable answers. */
export interface WebhookReceiver {
  readonly url: string
  /** All requests that arrived, in order. */
  readonly messages: readonly ReceivedMessage[]
  /** The status of the next answers; 200 at first. */
  answer(status: number): void
  close(): Promise<void>
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const messages: ReceivedMessage[] = []
  let status = 200
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8')
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      )
      const event = JSON.parse(body) as ReceivedMessage['event']
      messages.push({ id: headers['webhook-id'] ?? '', headers, body, event })
      response.writeHead(status).end(`answer ${messages.length}`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    messages,
    answer: (next) => void (status = next),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Reports whether a receiver with this secret accepts the message, however old it is. */
export function verifies({ body, headers }: ReceivedMessage, secret: string): boolean {
  const nowMs = Number(headers['webhook-timestamp']) * 1000
  return isSignedMessage(body, headers, { nowMs, secrets: [secret] })
}
