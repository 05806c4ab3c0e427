import { isHashOf } from '../platform/crypto/secret-hash.ts'
import type { ApiClient, ClientStore } from './client.ts'
import type { ClientCredentials } from './client-credentials.ts'
import type { FailureLimit, Guesser } from './failure-limit.ts'
import type { OAuthRefusal } from './oauth-refusal.ts'

/** The hash of no secret: compared with where there is no client, so that its absence takes as long as a wrong secret. */
const HASH_OF_NOBODY = new Uint8Array(32)

/** RFC 6749 appendix A.1: VSCHAR. Whatever else somebody sends names nobody, and a database may not even take it. */
const CLIENT_ID = /^[\x20-\x7e]*$/

export type Authentication =
  | { readonly ok: true; readonly client: ApiClient }
  | {
      readonly ok: false
      readonly refusal: OAuthRefusal
      /** Whom the caller claims to be. */
      readonly clientId: string
    }

/** Finds out whether a client is who it says, more and more slowly for who guesses. */
export async function authenticateClient(
  ports: {
    readonly clients: ClientStore
    readonly failures: FailureLimit
    readonly limitClient?: (client: Guesser) => number | null
  },
  { clientId, clientSecret }: ClientCredentials,
  ip: string,
): Promise<Authentication> {
  const guesser = { clientId, ip }
  const retryAfterSeconds = ports.failures.waitSeconds(guesser) ?? ports.limitClient?.(guesser) ?? null
  if (retryAfterSeconds !== null)
    return { ok: false, refusal: { reason: 'slow_down', retryAfterSeconds }, clientId }

  const client = CLIENT_ID.test(clientId) ? await ports.clients.find(clientId) : null
  // Both are always compared: how long it takes does not tell whether there is a second one.
  const isFirst = isHashOf(clientSecret, client?.secretHash ?? HASH_OF_NOBODY)
  const isSecond = isHashOf(clientSecret, client?.secondSecretHash ?? HASH_OF_NOBODY)
  if (client?.status !== 'ACTIVE' || !(isFirst || isSecond)) {
    ports.failures.noteFailure(guesser)
    return { ok: false, refusal: { reason: 'client_refused' }, clientId }
  }
  ports.failures.noteSuccess(guesser)
  return { ok: true, client }
}
