import { readChallengeNotice, type TransStatus } from '@sluice/types/vocabulary'
import { type KnownOptions, refuseUnknownOptions } from '../refuse-unknown-options.ts'
import { encodeBase64UrlJson } from './base64-json.ts'

const CHALLENGE: KnownOptions<Parameters<typeof encodeChallengeRequest>[0]> = {
  threeDsServerTransId: true,
  acsTransId: true,
  messageVersion: true,
  challengeWindowSize: true,
}

/**
 * Builds the form field `creq` that is posted to `acs_url`: a CReq of EMV 3DS with its members in the usual order,
 * since some issuers compare texts.
 *
 * @returns base64url without padding.
 * @throws When the challenge has an unknown member: issuers would get a message without it.
 *   {@link ConfigurationError}
 * @see docs/protocol/three-ds.md#challenge
 */
export function encodeChallengeRequest(challenge: {
  readonly threeDsServerTransId: string
  readonly acsTransId: string
  /** The value from the action token, unchanged. */
  readonly messageVersion: string
  /** EMV code `01` to `05`. */
  readonly challengeWindowSize: string
}): string {
  refuseUnknownOptions(challenge, CHALLENGE, 'challenge')
  return encodeBase64UrlJson({
    threeDSServerTransID: challenge.threeDsServerTransId,
    acsTransID: challenge.acsTransId,
    messageVersion: challenge.messageVersion,
    messageType: 'CReq',
    challengeWindowSize: challenge.challengeWindowSize,
  })
}

/**
 * The message that the issuer's page posts to the notification URL at the end of a challenge. Names are those of EMV
 * 3DS.
 */
export interface ChallengeResponse {
  /** The id that the 3-D Secure server gave, a UUID in lower case; null when the message does not say. */
  readonly threeDSServerTransID: string | null
  /** The id that the issuer's server gave, a UUID in lower case; null when the message does not say. */
  readonly acsTransID: string | null
  /** A hint, `U` if the issuer sent none: the gateway decides by the issuer's direct message. */
  readonly transStatus: TransStatus
}

/**
 * Reads the form field `cres` at a notification URL of your own, in every form that issuers send it: with line breaks,
 * padded, in either Base64 alphabet, without a status, or as an error message. It never throws: every message says that
 * the challenge has ended.
 *
 * Every client can post to that address. Answer 400 when `threeDSServerTransID` is neither null nor the id in the action
 * token, and otherwise call `client.threeDs.completeAuthentication`, which does not trust the message either.
 *
 * @param cres - the form field as it arrived. A missing field, or one of more than 65,536 characters, reads as a message
 *   without ids.
 * @see docs/protocol/three-ds.md#challenge-notification
 */
export function decodeChallengeResponse(cres: unknown): ChallengeResponse {
  const notice = readChallengeNotice(typeof cres === 'string' ? cres : '')
  return {
    threeDSServerTransID: notice.threeDsServerTransId,
    acsTransID: notice.acsTransId,
    transStatus: notice.transStatus ?? 'U',
  }
}
