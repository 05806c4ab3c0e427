import { MESSAGE_VERSIONS, type MessageVersion, type TransStatus } from '@sluice/types/vocabulary'

/**
 * The EMV 3DS messages that reach the ACS, and leave it, through the shopper's browser. Everything that arrives here can
 * have been written by anyone.
 */

/** Limits what is decoded. A CReq of a browser flow has about 250 bytes. */
export const MESSAGE_MAX_CHARS = 4_096

const BASE64_EITHER = /^[A-Za-z0-9+/_-]+={0,2}$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export interface ChallengeRequest {
  readonly threeDsServerTransId: string
  readonly acsTransId: string
  readonly messageVersion: MessageVersion
  /** The value as sent; an undefined code is rendered as the default. */
  readonly challengeWindowSize: string
}

export interface MethodRequest {
  readonly threeDsServerTransId: string
  readonly notificationUrl: string
}

/** A message before it is encoded for the browser. */
export type BrowserMessage = Readonly<Record<string, unknown>>

interface MessageIds {
  readonly threeDsServerTransId: string
  readonly acsTransId: string
  readonly messageVersion: string
}

/** Decodes a `creq` form value, base64url JSON. Returns null if any part of it violates EMV 3DS 2.2 §6.2. */
export function decodeChallengeRequest(creq: string): ChallengeRequest | null {
  const message = decodeMessage(creq)
  if (message?.['messageType'] !== 'CReq') return null
  const { threeDSServerTransID, acsTransID, challengeWindowSize } = message
  const messageVersion = MESSAGE_VERSIONS.find((version) => version === message['messageVersion'])
  if (!isUuid(threeDSServerTransID) || !isUuid(acsTransID) || !messageVersion) return null
  if (typeof challengeWindowSize !== 'string' || !/^[0-9]{2}$/.test(challengeWindowSize)) return null
  return {
    threeDsServerTransId: threeDSServerTransID,
    acsTransId: acsTransID,
    messageVersion,
    challengeWindowSize,
  }
}

/** Decodes `threeDSMethodData`. Returns null unless it contains an id and an address. */
export function decodeMethodRequest(threeDSMethodData: string): MethodRequest | null {
  const message = decodeMessage(threeDSMethodData)
  const { threeDSServerTransID, threeDSMethodNotificationURL } = message ?? {}
  if (!isUuid(threeDSServerTransID) || typeof threeDSMethodNotificationURL !== 'string') return null
  return { threeDsServerTransId: threeDSServerTransID, notificationUrl: threeDSMethodNotificationURL }
}

/** Encodes what the ACS posts to the method notification URL. */
export function encodeMethodNotice(threeDsServerTransId: string): string {
  return encodeMessage({ threeDSServerTransID: threeDsServerTransId })
}

/** Builds a final CRes. @see docs/protocol/three-ds.md#challenge */
export function challengeResponse(ids: MessageIds, transStatus: TransStatus): BrowserMessage {
  return {
    threeDSServerTransID: ids.threeDsServerTransId,
    acsTransID: ids.acsTransId,
    messageType: 'CRes',
    messageVersion: ids.messageVersion,
    transStatus,
  }
}

/** Builds the error message of an ACS that failed during a challenge (EMV 3DS 2.2, error code 403: transient failure). */
export function errorMessage(ids: MessageIds): BrowserMessage {
  return {
    threeDSServerTransID: ids.threeDsServerTransId,
    acsTransID: ids.acsTransId,
    messageType: 'Erro',
    messageVersion: ids.messageVersion,
    errorCode: '403',
    errorComponent: 'A',
    errorDescription: 'Transient system failure',
    errorDetail: 'The simulated ACS failed on purpose',
    errorMessageType: 'CReq',
  }
}

function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value)
}

function decodeMessage(encoded: string): Readonly<Record<string, unknown>> | null {
  if (encoded.length > MESSAGE_MAX_CHARS || !BASE64_EITHER.test(encoded)) return null
  try {
    // Node's decoder reads both alphabets.
    const message: unknown = JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'))
    return typeof message === 'object' && message !== null ? (message as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** Encodes a message as EMV 3DS 2.2 requires: base64url without padding. */
export function encodeMessage(message: BrowserMessage): string {
  return Buffer.from(JSON.stringify(message), 'utf8').toString('base64url')
}
