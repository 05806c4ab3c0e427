import { decodeBrowserText, readBrowserMessage } from '@sluice/types/vocabulary'

/**
 * The messages that pass through the shopper's browser. None is signed, so none is trusted: they show that something
 * happened, and the stored result of the ACS shows what.
 */

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

/**
 * Decodes `fingerprint_result`: Base64 of `{"threeDSCompInd":"Y"}`, of a bare letter, or of the message that the ACS
 * posts after its method (which means Y). Null for anything else.
 *
 * @see docs/protocol/three-ds.md#fingerprint
 */
export function decodeFingerprintResult(fingerprintResult: string): 'Y' | 'N' | 'U' | null {
  const bare = decodeBrowserText(fingerprintResult).map((text) => asIndicator(text.trim()))
  const indicator = bare.find((found) => found !== null)
  if (indicator) return indicator
  const message = readBrowserMessage(fingerprintResult)
  if (message === null) return null
  if ('threeDSCompInd' in message) return asIndicator(message['threeDSCompInd'])
  return typeof message['threeDSServerTransID'] === 'string' ? 'Y' : null
}

function asIndicator(value: unknown): 'Y' | 'N' | 'U' | null {
  return value === 'Y' || value === 'N' || value === 'U' ? value : null
}

function toBase64Url(message: Readonly<Record<string, string>>): string {
  return Buffer.from(JSON.stringify(message), 'utf8').toString('base64url')
}
