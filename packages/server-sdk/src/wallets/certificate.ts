import { type Bytes, equalBytes } from './bytes.ts'
import {
  DerError,
  type DerNode,
  expectTag,
  readAlgorithm,
  readBitString,
  readDer,
  readObjectIdentifier,
  readTimeMs,
  TAGS,
} from './der.ts'
import { type EcdsaKey, isSignedBy, readEcdsaKey } from './ecdsa.ts'

/** The parsed members of an X.509 certificate (RFC 5280 §4.1). */
export interface Certificate {
  readonly serialNumber: Bytes
  /** Names as they are written; two are equal when their bytes are. */
  readonly issuer: Bytes
  readonly subject: Bytes
  /** Milliseconds since the epoch; both ends are valid. */
  readonly notBeforeMs: number
  readonly notAfterMs: number
  /** `null` for keys that are not of ECDSA on P-256 or P-384. */
  readonly key: EcdsaKey | null
  readonly extensions: ReadonlyMap<string, Extension>
  readonly signed: {
    readonly bytes: Bytes
    readonly algorithm: string
    readonly signature: Bytes
  }
}

interface Extension {
  readonly isCritical: boolean
  readonly value: Bytes
}

const BASIC_CONSTRAINTS = '2.5.29.19'
const KEY_USAGE = '2.5.29.15'
/** RFC 5280 §4.2.1.3: bits of the first byte. */
const DIGITAL_SIGNATURE = 0x80
const KEY_CERT_SIGN = 0x04

/** RFC 5280 §4.2: a certificate with a critical extension that is not understood must be refused. */
const UNDERSTOOD: readonly string[] = [BASIC_CONSTRAINTS, KEY_USAGE]

/** @throws When the bytes are no certificate, or one with a critical extension that is not understood. {@link DerError} */
export function readCertificate(bytes: Bytes): Certificate {
  const certificate = expectTag(readDer(bytes), TAGS.SEQUENCE)
  const [tbs, algorithm, signature] = certificate.children
  const members = [...expectTag(tbs, TAGS.SEQUENCE).children]
  if (members[0]?.tag === TAGS.CONTEXT_0) members.shift()
  const [serialNumber, innerAlgorithm, issuer, validity, subject, key, ...optional] = members
  // RFC 5280 §4.1.1.2: the signed part names the algorithm.
  if (!algorithm || !innerAlgorithm || !equalBytes(algorithm.raw, innerAlgorithm.raw)) {
    throw new DerError('a certificate names two signature algorithms')
  }
  const [notBefore, notAfter] = expectTag(validity, TAGS.SEQUENCE).children
  return {
    serialNumber: expectTag(serialNumber, TAGS.INTEGER).content,
    issuer: expectTag(issuer, TAGS.SEQUENCE).raw,
    subject: expectTag(subject, TAGS.SEQUENCE).raw,
    notBeforeMs: readTimeMs(notBefore),
    notAfterMs: readTimeMs(notAfter),
    key: readEcdsaKey(expectTag(key, TAGS.SEQUENCE)),
    extensions: readExtensions(optional.find(({ tag }) => tag === TAGS.CONTEXT_3)),
    signed: {
      bytes: expectTag(tbs, TAGS.SEQUENCE).raw,
      algorithm: readAlgorithm(algorithm),
      signature: readBitString(signature),
    },
  }
}

function readExtensions(node: DerNode | undefined): ReadonlyMap<string, Extension> {
  const extensions = new Map<string, Extension>()
  if (!node) return extensions
  for (const extension of expectTag(node.children[0], TAGS.SEQUENCE).children) {
    const [identifier, ...rest] = expectTag(extension, TAGS.SEQUENCE).children
    const name = readObjectIdentifier(identifier)
    const isCritical = rest[0]?.tag === TAGS.BOOLEAN && rest[0].content[0] !== 0
    if (extensions.has(name)) throw new DerError('a certificate has an extension twice')
    if (isCritical && !UNDERSTOOD.includes(name)) {
      throw new DerError('a certificate has a critical extension that is not understood')
    }
    extensions.set(name, { isCritical, value: expectTag(rest.at(-1), TAGS.OCTET_STRING).content })
  }
  return extensions
}

/**
 * Returns whether a certificate may sign others: it says that it is an authority, and its key usage, if any, allows it.
 */
function isAuthority({ extensions }: Certificate): boolean {
  const constraints = extensions.get(BASIC_CONSTRAINTS)
  if (!constraints) return false
  const [flag] = expectTag(readDer(constraints.value), TAGS.SEQUENCE).children
  return flag?.tag === TAGS.BOOLEAN && flag.content[0] !== 0 && allows(extensions, KEY_CERT_SIGN)
}

/** Returns whether a certificate's key may sign messages. */
export function maySign({ extensions }: Certificate): boolean {
  return allows(extensions, DIGITAL_SIGNATURE)
}

function allows(extensions: Certificate['extensions'], usage: number): boolean {
  const value = extensions.get(KEY_USAGE)?.value
  if (!value) return true
  // The first byte of a bit string counts the unused bits of its last.
  return ((expectTag(readDer(value), TAGS.BIT_STRING).content[1] ?? 0) & usage) !== 0
}

/** Returns whether `issuer` signed `certificate`, and was allowed to. */
export async function isIssuedBy(certificate: Certificate, issuer: Certificate): Promise<boolean> {
  return (
    equalBytes(certificate.issuer, issuer.subject) &&
    isAuthority(issuer) &&
    issuer.key !== null &&
    (await isSignedBy(issuer.key, certificate.signed))
  )
}

export function isValidAt({ notBeforeMs, notAfterMs }: Certificate, timeMs: number): boolean {
  return notBeforeMs <= timeMs && timeMs <= notAfterMs
}
