import {
  createCipheriv,
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

import type { AwalletMerchant, AwalletToken, AwalletTokenRequest } from '@sluice/types'
import { CURRENCIES } from '@sluice/types/vocabulary'
import type { Certificate } from 'pkijs'

import type { Clock } from '@sluice/shared/clock'
import { exportPublicKey, toAgreementKey } from '@sluice/shared/p256'

export interface SimulatedAwallet {
  makeToken(card: AwalletTokenRequest): Promise<AwalletToken['awallet_pay_token']>
  /** The keys with which a merchant of this identifier opens its tokens. */
  describeMerchant(merchantIdentifier: string): Promise<AwalletMerchant>
  /** PEM. */
  rootCertificate(): Promise<string>
}

export interface SimulatedAwalletOptions {
  /** Derives the key of a purpose, always the same. */
  readonly keyFor: (purpose: string) => KeyObject
  readonly clock: Clock
}

/** The card data that shoppers see, by the card's first digit. */
const NETWORKS: Readonly<Record<string, string>> = {
  '4': 'Visa',
  '5': 'MasterCard',
  '2': 'MasterCard',
  '3': 'AmEx',
}

/** The cryptogram of Mastercard is a byte shorter than the others. */
const CRYPTOGRAM_BYTES: Readonly<Record<string, number>> = { MasterCard: 19 }
const CRYPTOGRAM_BYTES_USUALLY = 20
const TRANSACTION_ID_BYTES = 32
// The key encrypts only one message, which is the wallet's own rule, so a fixed nonce is never reused.
const NONCE = Buffer.alloc(16)

/**
 * Creates a device wallet whose tokens merchants open themselves. It makes them as the real wallet does, under a
 * root of its own.
 */
export function createSimulatedAwallet({ keyFor, clock }: SimulatedAwalletOptions): SimulatedAwallet {
  const authority = once(() => makeAuthority(keyFor))
  const merchantKeyOf = (identifier: string) => keyFor(`merchant/${identifier}`)
  return {
    rootCertificate: async () => (await authority()).rootPem,

    async describeMerchant(identifier) {
      const { issueCertificate, MARKS, toPem } = await import('./certificates.ts')
      const key = merchantKeyOf(identifier)
      const certificate = await issueCertificate({
        subject: `Payment Processing: ${identifier}`,
        key,
        issuer: NAMES.intermediate,
        issuerKey: keyFor('intermediate'),
        serialNumber: SERIAL_NUMBERS.merchant,
        extensions: MARKS.merchant(hashOf(identifier).toString('hex').toUpperCase()),
      })
      return {
        merchant_identifier: identifier,
        private_key: String(key.export({ format: 'pem', type: 'pkcs8' })),
        certificate: toPem(certificate),
        root: (await authority()).rootPem,
      }
    },

    async makeToken(card) {
      const { signDetached } = await import('./sign-detached.ts')
      const recipient =
        card.public_key === undefined
          ? merchantKeyOf(card.merchant_identifier)
          : readPublicKey(card.public_key)
      const ephemeral = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey
      const data = seal(card, ephemeral, recipient)
      const transactionId = randomBytes(TRANSACTION_ID_BYTES)
      const ephemeralPublicKey = exportPublicKey(ephemeral)
      const { leaf, intermediate, leafKey } = await authority()
      const signature = await signDetached(Buffer.concat([ephemeralPublicKey, data, transactionId]), {
        key: leafKey,
        certificates: [leaf, intermediate],
        signedAtMs: clock.now(),
      })
      const network = networkOf(card)
      return {
        paymentData: {
          version: 'EC_v1',
          data: data.toString('base64'),
          signature: signature.toString('base64'),
          header: {
            ephemeralPublicKey: ephemeralPublicKey.toString('base64'),
            publicKeyHash: hashOf(exportPublicKey(recipient)).toString('base64'),
            transactionId: transactionId.toString('hex'),
          },
        },
        paymentMethod: { displayName: `${network} ${card.pan.slice(-4)}`, network, type: 'credit' },
        transactionIdentifier: transactionId.toString('hex'),
      }
    },
  }
}

const NAMES = {
  root: 'Simulated Wallet Root CA',
  intermediate: 'Simulated Wallet Application Integration CA',
  leaf: 'Simulated Wallet Token Signing',
} as const

const SERIAL_NUMBERS = { root: 1, intermediate: 2, leaf: 3, merchant: 4 } as const

interface Authority {
  readonly rootPem: string
  readonly intermediate: Certificate
  readonly leaf: Certificate
  readonly leafKey: KeyObject
}

/** Reads and writes certificates with a library that nothing else needs, so it is loaded on demand. */
async function makeAuthority(keyFor: SimulatedAwalletOptions['keyFor']): Promise<Authority> {
  const { issueCertificate, MARKS, toPem } = await import('./certificates.ts')
  const issue = (name: 'root' | 'intermediate' | 'leaf', issuer: 'root' | 'intermediate') =>
    issueCertificate({
      subject: NAMES[name],
      key: keyFor(name),
      issuer: NAMES[issuer],
      issuerKey: keyFor(issuer),
      serialNumber: SERIAL_NUMBERS[name],
      extensions: MARKS[name](),
    })
  const [root, intermediate, leaf] = await Promise.all([
    issue('root', 'root'),
    issue('intermediate', 'root'),
    issue('leaf', 'intermediate'),
  ])
  return { rootPem: toPem(root), intermediate, leaf, leafKey: keyFor('leaf') }
}

function seal(card: AwalletTokenRequest, ephemeral: KeyObject, recipient: KeyObject): Buffer {
  const sharedSecret = toAgreementKey(ephemeral).agree(pointOf(recipient))
  if (sharedSecret === null) throw new Error('the key to seal for is no point of the curve')
  const cipher = createCipheriv('aes-256-gcm', deriveKey(sharedSecret, card.merchant_identifier), NONCE)
  const payload = JSON.stringify(describeCard(card))
  return Buffer.concat([cipher.update(payload), cipher.final(), cipher.getAuthTag()])
}

/** Runs one round of the KDF of SP 800-56A §5.8.1: counter, secret, algorithm, party U, party V. */
function deriveKey(sharedSecret: Uint8Array, merchantIdentifier: string): Buffer {
  const info = ['\x0Did-aes256-GCM', 'Apple']
  return hashOf(Buffer.from([0, 0, 0, 1]), sharedSecret, ...info, hashOf(merchantIdentifier))
}

function describeCard(card: AwalletTokenRequest) {
  const cryptogramBytes = CRYPTOGRAM_BYTES[networkOf(card)] ?? CRYPTOGRAM_BYTES_USUALLY
  const month = String(card.expiration_month).padStart(2, '0')
  const lastDay = new Date(Date.UTC(card.expiration_year, card.expiration_month, 0)).getUTCDate()
  return {
    applicationPrimaryAccountNumber: card.pan,
    applicationExpirationDate: `${String(card.expiration_year).slice(-2)}${month}${lastDay}`,
    currencyCode: CURRENCIES[card.currency ?? 'EUR'].numeric,
    transactionAmount: card.amount ?? 0,
    deviceManufacturerIdentifier: '040010030273',
    paymentDataType: '3DSecure',
    paymentData: {
      onlinePaymentCryptogram: randomBytes(cryptogramBytes).toString('base64'),
      ...(card.eci_indicator === undefined ? {} : { eciIndicator: card.eci_indicator }),
    },
  }
}

function networkOf({ pan }: AwalletTokenRequest): string {
  return NETWORKS[pan.slice(0, 1)] ?? 'Discover'
}

function readPublicKey(spki: string): KeyObject {
  return createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' })
}

/** Extracts the uncompressed point from the end of its SubjectPublicKeyInfo. */
function pointOf(key: KeyObject): Buffer {
  return exportPublicKey(key).subarray(-65)
}

function hashOf(...parts: readonly (string | Uint8Array)[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => (made ??= make())
}
