import { MESSAGE_VERSIONS, TRANS_STATUSES } from '@sluice/types/vocabulary'

import type { Attempt } from './attempt.ts'

/** The results of an authentication by a 3DS server, in a fixed vocabulary. */
export interface AuthenticationResult {
  /** The id of the 3DS server in the configuration. */
  readonly server: string
  /**
   * The version of the EMV 3DS messages; `none` if the server was not reached, `other` if the gateway does not know
   * the version.
   */
  readonly version: string
  /** `none`: it ended before the bank decided about a challenge. */
  readonly flow: 'frictionless' | 'challenge' | '3ri' | 'none'
  /** The last `transStatus`, C for an unfinished challenge; `none` if there was none, `other` for an unknown one. */
  readonly result: string
}

/** Describes the authentication of the last attempt that used a 3DS server; null if there is none. */
export function describeAuthenticationResult(
  attempts: readonly Pick<Attempt, 'authentication'>[],
): AuthenticationResult | null {
  const authentication = attempts.findLast((attempt) => attempt.authentication !== null)?.authentication
  // A cardholder's device may prove itself without a server.
  if (!authentication || authentication.serverId === null) return null
  const { serverId, messageVersion, transStatus, channel, round } = authentication
  const result = knownOf(TRANS_STATUSES, transStatus)
  const silent = result === 'none' ? 'none' : 'frictionless'
  return {
    server: serverId,
    version: knownOf(MESSAGE_VERSIONS, messageVersion),
    flow: channel === '3RI' ? '3ri' : round > 0 ? 'challenge' : silent,
    result,
  }
}

function knownOf(words: readonly string[], word: string | null): string {
  if (word === null) return 'none'
  return words.includes(word) ? word : 'other'
}
