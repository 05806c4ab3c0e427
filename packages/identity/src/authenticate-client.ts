import { isHashOf } from '@sluice/platform/crypto/secret-hash'
import { addressBlock } from '@sluice/platform/http/address-block'
import type { Clock } from '@sluice/platform/kernel/clock'

import type { ApiClient, ClientStore } from './client.ts'
import { type ClientAssertions, verifyClientAssertion } from './client-assertion.ts'
import type { ClientCredentials } from './client-credentials.ts'
import type { FailureLimit, Guesser } from './failure-limit.ts'
import type { OAuthRefusal } from './oauth-refusal.ts'

/** The hash of no secret, compared if there is no client, so that its absence takes as long as a wrong secret. */
const HASH_OF_NOBODY = new Uint8Array(32)

/** RFC 6749 appendix A.1: VSCHAR. Any other text names no client, and a database might reject it. */
const CLIENT_ID = /^[\x20-\x7e]*$/

export type Authentication =
  | { readonly ok: true; readonly client: ApiClient }
  | {
      readonly ok: false
      readonly refusal: OAuthRefusal
      /**
       * The client that the caller claims to be; null where none has this id. Any other text may be a secret in the
       * wrong field, so that no log and no trail may have it.
       */
      readonly clientId: string | null
    }

/** Looks up clients and limits their attempts. */
export interface AuthenticationPorts {
  readonly clients: Pick<ClientStore, 'find'>
  /**
   * Like {@link ClientStore.find}, but cached for some seconds: guesses that are refused anyway cost the database
   * nothing.
   */
  readonly findClientRecently: ClientStore['find']
  readonly assertions: Pick<ClientAssertions, 'use'>
  /** The audiences that an assertion may name: the issuer and the address of the token endpoint. */
  readonly audiences: () => readonly string[]
  readonly realTime: Clock
  readonly failures: FailureLimit
  /** Seconds to wait before the client may request a token from there; null if it may now. */
  readonly limitClient: (client: Guesser) => Promise<number | null>
}

/**
 * Authenticates a client. After ten wrong secrets within a minute, further wrong ones are rejected for a while. The right one
 * is still accepted, so that guesses from an address never lock out the client there.
 *
 * @see docs/protocol/errors-and-limits.md#rate-limits
 */
export async function authenticateClient(
  ports: AuthenticationPorts,
  { clientId, clientSecret, assertion }: ClientCredentials,
  ip: string,
): Promise<Authentication> {
  const guesser = { clientId, ip: addressBlock(ip) }
  const blockedSeconds = ports.failures.waitSeconds(guesser)
  const find = blockedSeconds === null ? ports.clients.find : ports.findClientRecently
  const client = CLIENT_ID.test(clientId) ? await find(clientId) : null
  const isProven =
    assertion === undefined
      ? hasSecret(client, clientSecret, ports.realTime.now())
      : await hasSigned(ports, client, assertion)
  if (client?.status !== 'ACTIVE' || !isProven) {
    if (blockedSeconds !== null) return slowDown(client, blockedSeconds)
    ports.failures.recordFailure(guesser)
    return { ok: false, refusal: { reason: 'client_refused' }, clientId: client?.clientId ?? null }
  }
  const waitSeconds = await ports.limitClient(guesser)
  if (waitSeconds !== null) return slowDown(client, waitSeconds)
  return { ok: true, client }
}

/** Always compares both secrets, so that the time does not reveal whether a second one exists. */
function hasSecret(client: ApiClient | null, secret: string, nowMs: number): boolean {
  const isFirst = isHashOf(secret, client?.secretHash ?? HASH_OF_NOBODY)
  const isSecond = isHashOf(secret, client?.secondSecretHash ?? HASH_OF_NOBODY)
  return isFirst || (isSecond && nowMs < (client?.secondSecretUntilMs ?? Infinity))
}

/** RFC 7523: an assertion of an active client, verified by its key and used for the first time. */
async function hasSigned(
  { assertions, audiences, realTime }: AuthenticationPorts,
  client: ApiClient | null,
  assertion: string,
): Promise<boolean> {
  if (client?.status !== 'ACTIVE') return false
  const { clientId, publicKeys = [] } = client
  const proven = await verifyClientAssertion(assertion, { clientId, publicKeys }, audiences(), realTime.now())
  return proven !== null && (await assertions.use(client, proven))
}

function slowDown(client: ApiClient | null, retryAfterSeconds: number): Authentication {
  return {
    ok: false,
    refusal: { reason: 'slow_down', retryAfterSeconds },
    clientId: client?.clientId ?? null,
  }
}
