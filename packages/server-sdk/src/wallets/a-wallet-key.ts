import { ConfigurationError } from '../errors/configuration-error.ts'
import { type Bytes, concatBytes, decodeHex, readBase64, sha256 } from './bytes.ts'
import { readCertificate } from './certificate.ts'
import { DerError, type DerNode, expectTag, readDer, readObjectIdentifier, TAGS } from './der.ts'
import { isRecord } from './a-wallet-token.ts'
import { readPem } from './pem.ts'

interface PrivateKey {
  /**
   * The private key of the payment processing certificate, P-256, as PEM: `BEGIN PRIVATE KEY` or `BEGIN EC PRIVATE KEY`, not
   * encrypted. Keep it where you keep the client secret.
   */
  readonly privateKey: string
}

/**
 * The key that decrypts the tokens of one merchant identifier. The identifier and the certificate are equivalent: pass
 * one.
 */
export type AWalletKey = PrivateKey &
  (
    | {
        /** The merchant identifier as registered with the wallet, `merchant.example.shop`. */
        readonly merchantIdentifier: string
        readonly certificate?: undefined
      }
    | {
        /** The payment processing certificate as PEM. */
        readonly certificate: string
        readonly merchantIdentifier?: undefined
      }
  )

/** A key that is ready to be used. */
export interface ReadAWalletKey {
  /** SHA-256 of the public key's `SubjectPublicKeyInfo`: tokens name their key by it. */
  readonly publicKeyHash: Bytes
  readonly privateKey: CryptoKey
  /** SHA-256 of the merchant identifier. */
  readonly merchantIdHash: Bytes
}

const P256 = { name: 'ECDH', namedCurve: 'P-256' } as const
const P256_IDENTIFIER = '1.2.840.10045.3.1.7'
const COORDINATE_BYTES = 32
/**
 * The extension of certificates that the wallet issues to merchants: the hash of the merchant identifier, 64
 * hexadecimal digits.
 */
const MERCHANT_ID_EXTENSION = '1.2.840.113635.100.6.32'

/** PKCS #8 (RFC 5958) of a P-256 key, up to its 32 bytes. Without the public key, which every runtime computes. */
const PKCS8_PREFIX = '3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420'
/** `SubjectPublicKeyInfo` (RFC 5480) of a P-256 key, up to its two coordinates. */
const SPKI_PREFIX = '3059301306072a8648ce3d020106082a8648ce3d03010703420004'

/** @throws When a key is unusable; its option says which, and no part of it is repeated. {@link ConfigurationError} */
export async function readAWalletKeys(keys: readonly AWalletKey[]): Promise<readonly ReadAWalletKey[]> {
  // Callers without types pass one key alone, or none at all.
  if (!Array.isArray(keys) || keys.length === 0)
    throw new ConfigurationError('keys', 'must contain at least one key')
  return Promise.all(keys.map((key, index) => readKey(key, `keys[${index}]`)))
}

async function readKey(key: AWalletKey, option: string): Promise<ReadAWalletKey> {
  if (!isRecord(key)) throw new ConfigurationError(option, 'must have a privateKey and a merchantIdentifier')
  const privateKey = await importPrivateKey(key.privateKey, `${option}.privateKey`)
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', privateKey)
  const coordinates = [x, y].map((coordinate) => readBase64(coordinate) ?? new Uint8Array())
  const spki = concatBytes(fromHex(SPKI_PREFIX), ...coordinates)
  return {
    privateKey,
    publicKeyHash: await sha256(spki),
    merchantIdHash: await readMerchantIdHash(key, option),
  }
}

async function importPrivateKey(pem: string, option: string): Promise<CryptoKey> {
  const rule = 'must be a P-256 private key as PEM, BEGIN PRIVATE KEY or BEGIN EC PRIVATE KEY, not encrypted'
  const block = readPem(pem).find(({ label }) => Object.hasOwn(READ_SECRET, label))
  try {
    const secret = block && READ_SECRET[block.label]?.(expectTag(readDer(block.bytes), TAGS.SEQUENCE))
    if (secret?.length === COORDINATE_BYTES) {
      const pkcs8 = concatBytes(fromHex(PKCS8_PREFIX), secret)
      return await crypto.subtle.importKey('pkcs8', pkcs8, P256, true, ['deriveBits'])
    }
  } catch {
    // The parser's error is dropped, because it may contain parts of the private key.
  }
  throw new ConfigurationError(option, rule)
}

/** The secret number in each form of a private key, by the label of its PEM. */
const READ_SECRET: Readonly<Record<string, (key: DerNode) => Bytes>> = {
  // RFC 5915 §3. The curve may be left out.
  'EC PRIVATE KEY': ({ children }) => {
    const parameters = children.find(({ tag }) => tag === TAGS.CONTEXT_0)
    if (parameters) expectP256(parameters.children[0])
    return expectTag(children[1], TAGS.OCTET_STRING).content
  },
  // RFC 5958 §2, with the other form inside.
  'PRIVATE KEY': ({ children: [, algorithm, inner] }) => {
    expectP256(expectTag(algorithm, TAGS.SEQUENCE).children[1])
    const [, secret] = readDer(expectTag(inner, TAGS.OCTET_STRING).content).children
    return expectTag(secret, TAGS.OCTET_STRING).content
  },
}

/** A number is a key on every curve of the same length, but one of another curve would open nothing. */
function expectP256(curve: DerNode | undefined): void {
  if (readObjectIdentifier(curve) !== P256_IDENTIFIER) throw new DerError('the key is on another curve')
}

async function readMerchantIdHash(key: AWalletKey, option: string): Promise<Bytes> {
  if (key.certificate === undefined) {
    if (typeof key.merchantIdentifier === 'string' && key.merchantIdentifier !== '') {
      return sha256(new TextEncoder().encode(key.merchantIdentifier))
    }
    throw new ConfigurationError(`${option}.merchantIdentifier`, 'is required unless certificate is set')
  }
  const hash = findMerchantIdHash(key.certificate)
  if (hash) return hash
  throw new ConfigurationError(`${option}.certificate`, 'must be the payment processing certificate as PEM')
}

function findMerchantIdHash(pem: string): Bytes | undefined {
  const block = readPem(pem).find(({ label }) => label === 'CERTIFICATE')
  try {
    const value = block && readCertificate(block.bytes).extensions.get(MERCHANT_ID_EXTENSION)?.value
    // A character string in DER: two bytes of header, 64 digits.
    const hash = value && decodeHex(String.fromCharCode(...readDer(value).content))
    return hash?.length === 32 ? hash : undefined
  } catch {
    return undefined
  }
}

function fromHex(text: string): Bytes {
  return decodeHex(text) ?? new Uint8Array()
}
