import { createHash } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

import type { EventsMessage } from '@sluice/provider-protocol'
import { signMessage } from '@sluice/platform/crypto/standard-webhook'

import type { EventReading, ReadEvents } from '../../src/transactions/execution/provider.ts'
import { toEventWire } from './write-answers.wire.ts'

export interface EventRelay {
  /** The callback address for the provider behind the adapter. */
  readonly url: string
  close(): Promise<void>
}

/**
 * Receives a provider's callbacks, parses them with its adapter, and posts the events in the provider protocol. It
 * stores nothing: a message is acknowledged once its events are, so the provider repeats what the suite rejects.
 */
export async function openEventRelay(options: {
  readonly providerId: string
  readonly readEvents: ReadEvents
  /** The secret with which the provider signs. */
  readonly secrets: readonly string[]
  /** The address of the suite, and the secret that it verifies. */
  readonly to: { readonly url: string; readonly secret: string }
}): Promise<EventRelay> {
  const { providerId, readEvents, secrets, to } = options
  const take = async (headers: IncomingHttpHeaders, rawBody: Buffer): Promise<number> => {
    const path = { providerId, accountId: null }
    const reading = readEvents({ headers, rawBody, query: {}, path }, { secrets, nowMs: Date.now() })
    return reading.kind === 'events' ? post(reading, to) : STATUSES[reading.kind]
  }
  const server = createServer((request, response) => {
    void buffer(request)
      .then((rawBody) => take(request.headers, rawBody))
      .catch(() => 503)
      .then((status) => response.writeHead(status).end())
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The report of an order's status is not an event. */
const STATUSES = { report: 200, refused: 401, unreadable: 422 } as const

async function post(
  { events, acknowledgement }: Extract<EventReading, { kind: 'events' }>,
  { url, secret }: { readonly url: string; readonly secret: string },
): Promise<number> {
  const message: EventsMessage = { events: events.map(toEventWire) }
  const ids = JSON.stringify(events.map(({ id }) => id))
  const id = `msg_${createHash('sha256').update(ids).digest('hex').slice(0, 24)}`
  const body = JSON.stringify(message)
  const headers = {
    'content-type': 'application/json',
    ...signMessage(body, { id, nowMs: Date.now(), secrets: [secret] }),
  }
  const { status } = await fetch(url, { method: 'POST', headers, body })
  return status === 200 ? acknowledgement.status : 503
}
