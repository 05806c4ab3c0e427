import { type Bytes, concatBytes } from './bytes.ts'
import { DerError, type DerNode, expectTag, readDer, readObjectIdentifier, TAGS } from './der.ts'

/** A public key that ECDSA signatures are verified with. */
export interface EcdsaKey {
  /** `SubjectPublicKeyInfo` in DER. */
  readonly spki: Bytes
  readonly namedCurve: 'P-256' | 'P-384'
  /** Bytes of a coordinate, and of each half of a signature. */
  readonly coordinateBytes: number
}

export interface EcdsaSigned {
  readonly bytes: Bytes
  /** Object identifier of the signature's algorithm. */
  readonly algorithm: string
  /** `ECDSA-Sig-Value` in DER (RFC 3279 §2.2.3). */
  readonly signature: Bytes
}

const EC_PUBLIC_KEY = '1.2.840.10045.2.1'

/** RFC 5480 §2.1.1.1. */
const CURVES: Readonly<Record<string, Pick<EcdsaKey, 'namedCurve' | 'coordinateBytes'>>> = {
  '1.2.840.10045.3.1.7': { namedCurve: 'P-256', coordinateBytes: 32 },
  '1.3.132.0.34': { namedCurve: 'P-384', coordinateBytes: 48 },
}

const TOP_BIT = 0x80

/** RFC 5758 §3.2. */
const HASHES: Readonly<Record<string, string>> = {
  '1.2.840.10045.4.3.2': 'SHA-256',
  '1.2.840.10045.4.3.3': 'SHA-384',
}

/** @returns `null` for keys of other kinds. */
export function readEcdsaKey(spki: DerNode): EcdsaKey | null {
  const [kind, curve] = expectTag(spki.children[0], TAGS.SEQUENCE).children
  if (readObjectIdentifier(kind) !== EC_PUBLIC_KEY || curve?.tag !== TAGS.OBJECT_IDENTIFIER) return null
  const known = CURVES[readObjectIdentifier(curve)]
  return known ? { spki: spki.raw, ...known } : null
}

/** @returns `false` also for algorithms other than ECDSA, and for invalid signatures and keys. */
export async function isSignedBy(key: EcdsaKey, signed: EcdsaSigned): Promise<boolean> {
  const { spki, namedCurve, coordinateBytes } = key
  const hash = HASHES[signed.algorithm]
  if (hash === undefined) return false
  try {
    const signature = toFixedLength(signed.signature, coordinateBytes)
    const publicKey = await crypto.subtle.importKey('spki', spki, { name: 'ECDSA', namedCurve }, false, [
      'verify',
    ])
    return await crypto.subtle.verify({ name: 'ECDSA', hash }, publicKey, signature, signed.bytes)
  } catch {
    // A signature that cannot be read, or a point that is not on the curve.
    return false
  }
}

/** WebCrypto requires the two numbers of a signature next to each other in full length (IEEE P1363). */
function toFixedLength(signature: Bytes, coordinateBytes: number): Bytes {
  const { children } = expectTag(readDer(signature), TAGS.SEQUENCE)
  if (children.length !== 2) throw new DerError('a signature is not two numbers')
  return concatBytes(
    ...children.map((child) => {
      const { content } = expectTag(child, TAGS.INTEGER)
      const [first = TOP_BIT, second = TOP_BIT] = content
      // X.690 §8.3.2: a byte 0 precedes a number whose top bit is set, and no other.
      if (first >= TOP_BIT || (first === 0 && second < TOP_BIT))
        throw new DerError('a number is not positive')
      const digits = first === 0 ? content.slice(1) : content
      if (digits.length > coordinateBytes) throw new DerError('a signature is too long for its curve')
      const padded = new Uint8Array(coordinateBytes)
      padded.set(digits, coordinateBytes - digits.length)
      return padded
    }),
  )
}
