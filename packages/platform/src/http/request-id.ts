import type { IncomingMessage } from 'node:http'
import type { Random } from '../kernel/random.ts'

// RFC 9562 §4: only the variants and versions that are ids; anything else stays out of the logs.
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** The client's own id where it is a UUID, so that its logs and ours can be laid side by side. */
export function requestIdOf({ headers }: IncomingMessage, random: Random): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && UUID.test(given) ? given : random.uuid()
}
