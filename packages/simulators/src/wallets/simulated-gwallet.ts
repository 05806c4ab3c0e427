import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

import type { GwalletKeys, GwalletTokenRequest } from '@sluice/types'

import type { Clock } from '@sluice/shared/clock'
import { sealEcies } from '@sluice/shared/ecies'
import { exportPublicKey, signSha256, toAgreementKey } from '@sluice/shared/p256'

/** The recipient that the wallet encrypts for. */
export interface GwalletRecipient {
  /** `gateway:<id>` */
  readonly recipientId: string
  /** The recipient's public key, uncompressed. */
  readonly publicPoint: Uint8Array
}

export interface SimulatedGwallet {
  /** The wallet's file of root keys. */
  readonly keys: GwalletKeys
  /** Makes a token in Base64, as the API accepts it. @param gatewayMerchantId - the payee that the page names. */
  makeToken(card: GwalletTokenRequest, gatewayMerchantId: string): string
}

const VERSION = 'ECv2'
const SENDER_ID = 'Google'
const SUITE = { cipher: 'aes-256-ctr', keyBytes: 32 } as const

/** The root keys of a simulator never expire. */
const ROOT_EXPIRES_AT_MS = Date.UTC(2100, 0, 1)
const INTERMEDIATE_LIFETIME_MS = 7 * 86_400_000
const TOKEN_LIFETIME_SECONDS = 3600
const MESSAGE_ID_BYTES = 32
/** A cryptogram like those of the networks. */
const CRYPTOGRAM_BYTES = 28

/**
 * Creates a wallet that holds every card. Its signatures verify under its own root, and its tokens open with the
 * gateway's key.
 */
export function createSimulatedGwallet(options: {
  readonly rootKey: KeyObject
  readonly intermediateKey: KeyObject
  readonly recipient: GwalletRecipient
  readonly clock: Clock
}): SimulatedGwallet {
  const { rootKey, intermediateKey, recipient, clock } = options
  const keys = [
    { keyValue: publicKeyText(rootKey), protocolVersion: VERSION, keyExpiration: String(ROOT_EXPIRES_AT_MS) },
  ]
  return {
    keys: { keys },
    makeToken(card, gatewayMerchantId) {
      const nowMs = clock.now()
      const signedKey = JSON.stringify({
        keyValue: publicKeyText(intermediateKey),
        keyExpiration: String(nowMs + INTERMEDIATE_LIFETIME_MS),
      })
      const payload = JSON.stringify(describeCard(card, gatewayMerchantId, nowMs))
      const signedMessage = JSON.stringify(sealFor(recipient.publicPoint, payload))
      const token = {
        signature: sign(intermediateKey, SENDER_ID, recipient.recipientId, VERSION, signedMessage),
        intermediateSigningKey: { signedKey, signatures: [sign(rootKey, SENDER_ID, VERSION, signedKey)] },
        protocolVersion: VERSION,
        signedMessage,
      }
      return Buffer.from(JSON.stringify(token)).toString('base64')
    },
  }
}

function describeCard(card: GwalletTokenRequest, gatewayMerchantId: string, nowMs: number) {
  const isOnDevice = card.auth_method === 'CRYPTOGRAM_3DS'
  return {
    gatewayMerchantId,
    messageExpiration: String(nowMs + (card.expires_in ?? TOKEN_LIFETIME_SECONDS) * 1000),
    messageId: randomBytes(MESSAGE_ID_BYTES).toString('base64url'),
    paymentMethod: 'CARD',
    paymentMethodDetails: {
      pan: card.pan,
      expirationMonth: card.expiration_month,
      expirationYear: card.expiration_year,
      authMethod: card.auth_method,
      ...(isOnDevice ? { cryptogram: randomBytes(CRYPTOGRAM_BYTES).toString('base64') } : {}),
      ...(isOnDevice && card.eci_indicator !== undefined ? { eciIndicator: card.eci_indicator } : {}),
    },
  }
}

function sealFor(publicPoint: Uint8Array, payload: string) {
  const ephemeral = toAgreementKey(generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey)
  const sharedSecret = ephemeral.agree(publicPoint)
  if (sharedSecret === null) throw new Error('the key to seal for is no point of the curve')
  const sealed = sealEcies(SUITE, sharedSecret, ephemeral.publicPoint, Buffer.from(payload))
  return Object.fromEntries(
    Object.entries(sealed).map(([name, bytes]) => [
      name,
      Buffer.from(bytes as Uint8Array).toString('base64'),
    ]),
  )
}

function sign(key: KeyObject, ...texts: readonly string[]): string {
  const parts = texts.flatMap((text) => {
    const bytes = Buffer.from(text)
    const length = Buffer.alloc(4)
    length.writeUInt32LE(bytes.length)
    return [length, bytes]
  })
  return signSha256(key, Buffer.concat(parts)).toString('base64')
}

function publicKeyText(key: KeyObject): string {
  return exportPublicKey(key).toString('base64')
}
