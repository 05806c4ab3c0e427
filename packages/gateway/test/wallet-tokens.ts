import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'

import { sealEcies } from '@sluice/shared/ecies'
import { exportPublicKey, signSha256, toAgreementKey } from '@sluice/shared/p256'
import { memoizeKeys } from '@sluice/platform/crypto/remember-keys'

import { openToken, type OpenTokenOptions } from '../src/payment-methods/wallet-token/open-token.ts'
import { readRootKeys } from '../src/payment-methods/wallet-token/root-keys.ts'
import { signedBytes } from '../src/payment-methods/wallet-token/signed-bytes.ts'

export const NOW_MS = Date.UTC(2026, 0, 15)
export const RECIPIENT = 'gateway:test'
export const MERCHANT = 'merchant-of-the-test'

export function makeKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey
}

export const KEYS = { root: makeKey(), intermediate: makeKey(), recipient: makeKey() }

/** The members of a token, as texts that may be changed before it is sent. */
export interface Token {
  protocolVersion: string
  signature: string
  intermediateSigningKey?: { signedKey: string; signatures: string[] }
  signedMessage: string
}

export interface TokenOptions {
  readonly version?: 'ECv1' | 'ECv2'
  readonly rootKey?: KeyObject
  readonly intermediateKey?: KeyObject
  /** The signer of the message, if not the intermediate key. */
  readonly signingKey?: KeyObject
  readonly recipientKey?: KeyObject
  readonly recipientId?: string
  readonly signedKey?: string
  readonly intermediateExpiresAtMs?: number
  readonly payload?: unknown
  readonly details?: Readonly<Record<string, unknown>>
  readonly members?: Readonly<Record<string, unknown>>
}

export const PAN = '4111111111111111'

export function payloadOf({ details, members }: Pick<TokenOptions, 'details' | 'members'> = {}) {
  return {
    messageExpiration: String(NOW_MS + 60_000),
    messageId: randomUUID(),
    gatewayMerchantId: MERCHANT,
    paymentMethod: 'CARD',
    paymentMethodDetails: {
      pan: PAN,
      expirationMonth: 12,
      expirationYear: 2030,
      authMethod: 'PAN_ONLY',
      ...details,
    },
    ...members,
  }
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** Creates a token that is valid except for the requested changes. */
export function makeToken(options: TokenOptions = {}): Token {
  const {
    version = 'ECv2',
    rootKey = KEYS.root,
    intermediateKey = KEYS.intermediate,
    recipientKey = KEYS.recipient,
    recipientId = RECIPIENT,
  } = options
  const payload = options.payload ?? payloadOf(options)
  const ephemeral = toAgreementKey(makeKey())
  const shared = ephemeral.agree(toAgreementKey(recipientKey).publicPoint)
  if (shared === null) throw new Error('no shared secret')
  const suite =
    version === 'ECv2'
      ? ({ cipher: 'aes-256-ctr', keyBytes: 32 } as const)
      : ({ cipher: 'aes-128-ctr', keyBytes: 16 } as const)
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const sealed = sealEcies(suite, shared, ephemeral.publicPoint, Buffer.from(text))
  const signedMessage = JSON.stringify({
    encryptedMessage: base64(sealed.encryptedMessage),
    ephemeralPublicKey: base64(sealed.ephemeralPublicKey),
    tag: base64(sealed.tag),
  })
  const signedKey =
    options.signedKey ??
    JSON.stringify({
      keyValue: base64(exportPublicKey(intermediateKey)),
      keyExpiration: String(options.intermediateExpiresAtMs ?? NOW_MS + 3_600_000),
    })
  const signer = options.signingKey ?? (version === 'ECv2' ? intermediateKey : rootKey)
  return {
    protocolVersion: version,
    signature: base64(signSha256(signer, signedBytes('Google', recipientId, version, signedMessage))),
    ...(version === 'ECv2'
      ? {
          intermediateSigningKey: {
            signedKey,
            signatures: [base64(signSha256(rootKey, signedBytes('Google', 'ECv2', signedKey)))],
          },
        }
      : {}),
    signedMessage,
  }
}

/** Encodes a token as a merchant sends it. */
export function send(token: unknown): string {
  return Buffer.from(typeof token === 'string' ? token : JSON.stringify(token)).toString('base64')
}

export function rootFile(...keys: readonly KeyObject[]): string {
  const entryOf = (key: KeyObject, protocolVersion: string) => ({
    keyValue: base64(exportPublicKey(key)),
    protocolVersion,
    keyExpiration: String(NOW_MS + 86_400_000),
  })
  return JSON.stringify({ keys: keys.flatMap((key) => [entryOf(key, 'ECv2'), entryOf(key, 'ECv1')]) })
}

export function openingOf(changes: Partial<OpenTokenOptions> = {}): OpenTokenOptions {
  return {
    roots: readRootKeys(rootFile(KEYS.root)) ?? [],
    recipientId: RECIPIENT,
    keys: [toAgreementKey(KEYS.recipient)],
    gatewayMerchantId: MERCHANT,
    acceptsEcV1: false,
    importKey: memoizeKeys(4),
    nowMs: NOW_MS,
    ...changes,
  }
}

/** Returns the result for a token: `ok`, or the reason. */
export function fateOf(token: unknown, changes: Partial<OpenTokenOptions> = {}): string {
  const opened = openToken(typeof token === 'string' ? token : send(token), openingOf(changes))
  return opened.ok ? 'ok' : opened.reason
}
