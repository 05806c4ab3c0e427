import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Members = Readonly<Record<string, unknown>>

/** A message that the provider posted. */
export interface EventMessage {
  readonly webhookId: string
  /** Exactly as it came. */
  readonly body: string
  readonly isSigned: boolean
  /** Empty for a body that is not JSON with events. */
  readonly events: readonly Members[]
  readonly wasAcknowledged: boolean
}

/** Receives a provider's events in place of a gateway. */
export interface EventReceiver {
  /** The address for the provider's configuration. */
  readonly url: string
  messages(): readonly EventMessage[]
  /** Answers 503 to the first message with an event of this key. */
  refuseOnce(key: string): void
  /**
   * Returns the messages with an event of a key, once there are this many; fewer after the deadline.
   *
   * @param isMeant - omits other events of the key.
   */
  waitFor(key: string, count: number, isMeant?: (event: Members) => boolean): Promise<readonly EventMessage[]>
  close(): Promise<void>
}

const TOLERANCE_SECONDS = 300
const LOOK_AGAIN_MS = 50
const BODY_MAX_BYTES = 1_048_576

/** Opens a receiver on this machine. */
export async function openEventReceiver(options: {
  readonly port: number
  /** The secret that the provider signs its messages with, as `whsec_…`. */
  readonly secret: string
  /** The time limit for an event, in milliseconds. */
  readonly withinMs: number
}): Promise<EventReceiver> {
  const { secret, withinMs } = options
  const received: EventMessage[] = []
  const toRefuse = new Set<string>()
  const server = createServer((request, response) => {
    void buffer(request).then(
      (raw) => {
        if (raw.length > BODY_MAX_BYTES) return response.writeHead(413).end()
        const body = raw.toString()
        const events = readEvents(body)
        const refused = [...toRefuse].find((key) => events.some((event) => isOf(event, key)))
        if (refused !== undefined) toRefuse.delete(refused)
        received.push({
          webhookId: String(request.headers['webhook-id']),
          body,
          isSigned: isSignedBy(secret, raw, request.headers),
          events,
          wasAcknowledged: refused === undefined,
        })
        return response
          .writeHead(refused === undefined ? 200 : 503, { 'content-type': 'application/json' })
          .end('{}')
      },
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const listOf = (key: string, isMeant: (event: Members) => boolean) =>
    received.filter(({ events }) => events.some((event) => isOf(event, key) && isMeant(event)))
  return {
    url: `http://127.0.0.1:${port}/`,
    messages: () => received,
    refuseOnce: (key) => void toRefuse.add(key),
    async waitFor(key, count, isMeant = () => true) {
      const deadline = Date.now() + withinMs
      while (listOf(key, isMeant).length < count && Date.now() < deadline)
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
      return listOf(key, isMeant)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Returns whether an event is about the call with this key. */
export function isOf(event: Members, key: string): boolean {
  const outcome = event['outcome'] as Members | null | undefined
  return outcome?.['idempotency_key'] === key
}

function readEvents(body: string): readonly Members[] {
  try {
    const { events } = JSON.parse(body) as { readonly events?: unknown }
    return Array.isArray(events) ? (events as Members[]) : []
  } catch {
    return []
  }
}

/** Verifies a Standard Webhooks signature over the received bytes. */
function isSignedBy(secret: string, raw: Buffer, headers: IncomingHttpHeaders): boolean {
  const [id, timestamp] = [String(headers['webhook-id']), String(headers['webhook-timestamp'])]
  if (!(Math.abs(Date.now() / 1_000 - Number(timestamp)) <= TOLERANCE_SECONDS)) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const wanted = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(raw).digest()
  return String(headers['webhook-signature'])
    .split(' ')
    .map((one) => Buffer.from(one.replace(/^v1,/, ''), 'base64'))
    .some((given) => given.length === wanted.length && timingSafeEqual(given, wanted))
}
