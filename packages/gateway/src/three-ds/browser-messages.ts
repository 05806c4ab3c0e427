import { type TransStatus, TRANS_STATUSES } from '@sluice/types/vocabulary'

/**
 * The messages that travel through the shopper's browser. None is signed, so none is believed: they say that something
 * happened, the stored result of the ACS says what.
 */

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const BASE64_EITHER = /^[A-Za-z0-9+/_-]+={0,2}$/
/** Longer than any CRes of a browser flow; a limit on what we decode. */
const MESSAGE_MAX_CHARS = 4096

/** What a challenge response claims. `transStatus` is null for an error message of the ACS. */
export interface ChallengeNotice {
  readonly threeDsServerTransId: string
  readonly transStatus: TransStatus | null
}

/** Encodes a CReq as base64url JSON, members in the order of EMV 3DS 2.2. */
export function encodeChallengeRequest(options: {
  readonly threeDsServerTransId: string
  readonly acsTransId: string
  readonly messageVersion: string
  readonly challengeWindowSize: string
}): string {
  return toBase64Url({
    threeDSServerTransID: options.threeDsServerTransId,
    acsTransID: options.acsTransId,
    messageVersion: options.messageVersion,
    messageType: 'CReq',
    challengeWindowSize: options.challengeWindowSize,
  })
}

/** Encodes `threeDSMethodData` as base64url JSON. */
export function encodeMethodData(options: {
  readonly threeDsServerTransId: string
  readonly notificationUrl: string
}): string {
  return toBase64Url({
    threeDSServerTransID: options.threeDsServerTransId,
    threeDSMethodNotificationURL: options.notificationUrl,
  })
}

/** Decodes a `cres` form value; null when it is not one. Both Base64 alphabets, padded or not. */
export function decodeChallengeNotice(cres: string): ChallengeNotice | null {
  const message = decodeMessage(cres)
  const threeDsServerTransId = transIdOf(message)
  if (message === null || threeDsServerTransId === null) return null
  if (message['messageType'] === 'Erro') return { threeDsServerTransId, transStatus: null }
  const transStatus = TRANS_STATUSES.find((status) => status === message['transStatus'])
  return transStatus ? { threeDsServerTransId, transStatus } : null
}

/** Decodes the `threeDSMethodData` that an ACS posts back; null when it is not one. */
export function decodeMethodNotice(
  threeDSMethodData: string,
): { readonly threeDsServerTransId: string } | null {
  const threeDsServerTransId = transIdOf(decodeMessage(threeDSMethodData))
  return threeDsServerTransId === null ? null : { threeDsServerTransId }
}

/**
 * Decodes `fingerprint_result`: Base64 of `{"threeDSCompInd":"Y"}`, of a bare letter, or of what the ACS posts after its
 * method (which means Y). Null when it is none of these.
 *
 * @see docs/protocol.md#fingerprint
 */
export function decodeFingerprintResult(fingerprintResult: string): 'Y' | 'N' | 'U' | null {
  if (!isBase64(fingerprintResult)) return null
  const text = Buffer.from(fingerprintResult, 'base64').toString('utf8')
  const bare = asIndicator(text)
  if (bare) return bare
  const message = decodeMessage(fingerprintResult)
  if (message === null) return null
  if ('threeDSCompInd' in message) return asIndicator(message['threeDSCompInd'])
  return transIdOf(message) === null ? null : 'Y'
}

function asIndicator(value: unknown): 'Y' | 'N' | 'U' | null {
  return value === 'Y' || value === 'N' || value === 'U' ? value : null
}

/** Ours are UUIDs; anything else was never issued, and databases refuse some of it. */
function transIdOf(message: Readonly<Record<string, unknown>> | null): string | null {
  const id = message?.['threeDSServerTransID']
  return typeof id === 'string' && UUID.test(id) ? id : null
}

function isBase64(text: string): boolean {
  return text.length <= MESSAGE_MAX_CHARS && BASE64_EITHER.test(text)
}

function decodeMessage(encoded: string): Readonly<Record<string, unknown>> | null {
  if (!isBase64(encoded)) return null
  try {
    // Node's decoder reads both alphabets.
    const value: unknown = JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

function toBase64Url(message: Readonly<Record<string, string>>): string {
  return Buffer.from(JSON.stringify(message), 'utf8').toString('base64url')
}
