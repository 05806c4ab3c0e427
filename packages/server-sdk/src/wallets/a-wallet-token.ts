import { LIMITS } from '@sluice/types/vocabulary'
import { WalletTokenError } from '../errors/wallet-token-error.ts'
import { type Bytes, decodeHex, readBase64 } from './bytes.ts'

/**
 * A payment token as the wallet returns it to the browser: `payment.token.paymentData`. Further members are ignored.
 */
export interface AWalletToken {
  /** `EC_v1`. */
  readonly version: string
  /** The encrypted payment data, Base64. */
  readonly data: string
  /** A detached CMS signature, Base64. */
  readonly signature: string
  /** Identifies the merchant's key and contains the ephemeral key of the wallet; both decrypt `data`. */
  readonly header: {
    /** Base64 of a DER public key. */
    readonly ephemeralPublicKey?: string
    /** Base64 of the SHA-256 of the merchant's public key. */
    readonly publicKeyHash: string
    /** Hexadecimal. */
    readonly transactionId: string
    /** Hexadecimal SHA-256 of the request's `applicationData`, where there was one. */
    readonly applicationData?: string
  }
}

/** A token, also inside the wallet's wrapper, and either as its JSON. */
export type AWalletTokenInput = AWalletToken | { readonly paymentData: AWalletToken } | string

/** A token's values as bytes. */
export interface ReadAWalletToken {
  readonly data: Bytes
  readonly signature: Bytes
  readonly ephemeralPublicKey: Bytes
  readonly publicKeyHash: Bytes
  /** The token as received. */
  readonly transactionId: string
  readonly transactionIdBytes: Bytes
  /** Empty if there is none. */
  readonly applicationData: Bytes
}

/** @throws When it is no token, or one of another version. {@link WalletTokenError} */
export function readAWalletToken(input: unknown): ReadAWalletToken {
  const given = typeof input === 'string' ? parse(input) : input
  const token = isRecord(given) && isRecord(given['paymentData']) ? given['paymentData'] : given
  if (!isRecord(token) || typeof token['version'] !== 'string') throw new WalletTokenError('TOKEN_MALFORMED')
  if (token['version'] !== 'EC_v1') throw new WalletTokenError('UNSUPPORTED_VERSION')

  const header = isRecord(token['header']) ? token['header'] : {}
  const transactionId = readText(header['transactionId'])
  if (transactionId === '') throw new WalletTokenError('TOKEN_MALFORMED')
  return {
    data: read(token['data'], readBase64),
    signature: read(token['signature'], readBase64),
    ephemeralPublicKey: read(header['ephemeralPublicKey'], readBase64),
    publicKeyHash: read(header['publicKeyHash'], readBase64),
    transactionId,
    transactionIdBytes: read(transactionId, decodeHex),
    applicationData: read(header['applicationData'] ?? '', decodeHex),
  }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // The parser's message would repeat the text.
    return undefined
  }
}

function read(value: unknown, decode: (text: string) => Bytes | undefined): Bytes {
  const bytes = decode(readText(value))
  if (!bytes) throw new WalletTokenError('TOKEN_MALFORMED')
  return bytes
}

function readText(value: unknown): string {
  if (typeof value === 'string' && value.length <= LIMITS.WALLET_TOKEN_MAX_BYTES) return value
  throw new WalletTokenError('TOKEN_MALFORMED')
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
