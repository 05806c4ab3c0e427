import { TRANS_STATUSES, type TransStatus } from '@sluice/types/vocabulary'
import { ValidationError } from '../errors/validation-error.ts'
import { type KnownOptions, refuseUnknownOptions } from '../refuse-unknown-options.ts'
import { decodeBase64Json, encodeBase64UrlJson } from './base64-json.ts'

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
 * @throws When the challenge has a member that none has: issuers would get a message without it. {@link ConfigurationError}
 * @see docs/protocol.md#challenge
 */
export function encodeChallengeRequest(challenge: {
  readonly threeDsServerTransId: string
  readonly acsTransId: string
  /** From the action token, unchanged. */
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

/** A CRes, as the issuer's page posts it to the notification URL. Names are those of EMV 3DS. */
export interface ChallengeResponse {
  /** The id that the 3-D Secure server gave, a UUID. */
  readonly threeDSServerTransID: string
  /** The id that the issuer's server gave, a UUID. */
  readonly acsTransID: string
  /** Says that this is the end of a challenge. */
  readonly messageType: 'CRes'
  /** Of EMV 3-D Secure, `2.2.0`. */
  readonly messageVersion: string
  /** A hint: the gateway decides by what the issuer told it directly. */
  readonly transStatus: TransStatus
}

/** A final CRes is about 300 characters; message extensions of an issuer may add some. */
const CRES_MAX_CHARS = 4_096

const UUID_SHAPE = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const MESSAGE_VERSION_SHAPE = /^2\.[0-9]{1,2}\.[0-9]{1,2}$/

const CHALLENGE_RESPONSE_RULES = {
  threeDSServerTransID: (value) => typeof value === 'string' && UUID_SHAPE.test(value),
  acsTransID: (value) => typeof value === 'string' && UUID_SHAPE.test(value),
  messageType: (value) => value === 'CRes',
  messageVersion: (value) => typeof value === 'string' && MESSAGE_VERSION_SHAPE.test(value),
  transStatus: (value) => (TRANS_STATUSES as readonly unknown[]).includes(value),
} as const satisfies Record<keyof ChallengeResponse, (value: unknown) => boolean>

/**
 * Reads the form field `cres` at a notification URL of one's own.
 *
 * Every client can post to that address: answer 400 when this throws, and pass the result on to
 * `client.threeDs.completeAuthentication`, which does not trust it either.
 *
 * @param cres - base64url or Base64, padded or not, at most 4,096 characters.
 * @throws When it is anything else than a complete CRes. {@link ValidationError}
 * @see docs/protocol.md#challenge-notification
 */
export function decodeChallengeResponse(cres: unknown): ChallengeResponse {
  const members = decodeBase64Json(cres, CRES_MAX_CHARS)
  if (!members) throw refuse(['cres'])

  const broken = Object.entries(CHALLENGE_RESPONSE_RULES)
    .filter(([name, holds]) => !holds(members[name]))
    .map(([name]) => `cres.${name}`)
  if (broken.length > 0) throw refuse(broken)

  const { threeDSServerTransID, acsTransID, messageType, messageVersion, transStatus } = members
  return { threeDSServerTransID, acsTransID, messageType, messageVersion, transStatus } as ChallengeResponse
}

function refuse(properties: readonly string[]): ValidationError {
  const problems = properties.map((property) => ({ property, message: 'has an invalid format', params: [] }))
  return new ValidationError({ problems, foundBy: 'sdk' })
}
