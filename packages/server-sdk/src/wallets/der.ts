/**
 * Reads ASN.1 as certificates and wallet signatures write it: DER (ITU-T X.690 §10), and on request BER's indefinite
 * lengths (§8.1.3.6), in which wallets send their signatures. Everything else is refused.
 *
 * @module
 * @decision 0053
 */
import type { Bytes } from './bytes.ts'

/** Bytes are not the ASN.1 that they should be. The message names the place and the rule, never the content. */
export class DerError extends Error {
  override readonly name = 'DerError'
}

/** One value with its header. */
export interface DerNode {
  /** Class, form and number in one byte: `0x30` is a sequence. */
  readonly tag: number
  /** The content without header and without the end mark of an indefinite length. */
  readonly content: Bytes
  /** The content with them, exactly as received, because signatures cover it. */
  readonly raw: Bytes
  /** The values inside a constructed one; of a primitive one, none. */
  readonly children: readonly DerNode[]
}

export const TAGS = {
  BOOLEAN: 0x01,
  INTEGER: 0x02,
  BIT_STRING: 0x03,
  OCTET_STRING: 0x04,
  NULL: 0x05,
  OBJECT_IDENTIFIER: 0x06,
  UTC_TIME: 0x17,
  GENERALIZED_TIME: 0x18,
  SEQUENCE: 0x30,
  SET: 0x31,
  CONTEXT_0: 0xa0,
  CONTEXT_3: 0xa3,
} as const

const CONSTRUCTED = 0x20
const LONG_TAG = 0x1f
const INDEFINITE = 0x80

/** Certificates nest nine deep inside a signature. A limit keeps a hostile text from exhausting the stack. */
const DEPTH_MAX = 20

/**
 * Reads the one value that the bytes hold.
 *
 * @throws When they hold anything else, or more. {@link DerError}
 */
export function readDer(bytes: Bytes, lengths: 'definite' | 'any' = 'definite'): DerNode {
  const node = readNode(bytes, 0, lengths === 'any', 0)
  if (node.raw.length !== bytes.length) throw new DerError('bytes follow the value')
  return node
}

function readNode(bytes: Bytes, start: number, mayBeIndefinite: boolean, depth: number): DerNode {
  if (depth > DEPTH_MAX) throw new DerError('values are nested too deeply')
  const tag = byteAt(bytes, start)
  if ((tag & LONG_TAG) === LONG_TAG) throw new DerError('a tag has more than one byte')
  const isConstructed = (tag & CONSTRUCTED) !== 0
  const firstLength = byteAt(bytes, start + 1)
  const children: DerNode[] = []

  if (firstLength === INDEFINITE) {
    if (!mayBeIndefinite || !isConstructed) throw new DerError('a length is indefinite')
    const contentStart = start + 2
    let at = contentStart
    while (!(byteAt(bytes, at) === 0 && byteAt(bytes, at + 1) === 0)) {
      const child = readNode(bytes, at, mayBeIndefinite, depth + 1)
      children.push(child)
      at += child.raw.length
    }
    return { tag, content: bytes.slice(contentStart, at), raw: bytes.slice(start, at + 2), children }
  }

  const { length, headerBytes } = readLength(bytes, start, firstLength)
  const contentStart = start + headerBytes
  const end = contentStart + length
  if (end > bytes.length) throw new DerError('a value is cut short')
  const content = bytes.slice(contentStart, end)
  for (let at = 0; isConstructed && at < content.length;) {
    const child = readNode(content, at, mayBeIndefinite, depth + 1)
    children.push(child)
    at += child.raw.length
  }
  return { tag, content, raw: bytes.slice(start, end), children }
}

function readLength(bytes: Bytes, start: number, first: number): { length: number; headerBytes: number } {
  if (first < INDEFINITE) return { length: first, headerBytes: 2 }
  const lengthBytes = first & 0x7f
  // Three bytes say 16 MB.
  if (lengthBytes > 3) throw new DerError('a length is too long')
  let length = 0
  for (let index = 0; index < lengthBytes; index++) length = (length << 8) | byteAt(bytes, start + 2 + index)
  // X.690 §10.1: the shortest form. Two writings of one value would be two values to a hash.
  if (length < (lengthBytes === 1 ? INDEFINITE : 1 << (8 * (lengthBytes - 1)))) {
    throw new DerError('a length is not written in the shortest form')
  }
  return { length, headerBytes: 2 + lengthBytes }
}

function byteAt(bytes: Bytes, at: number): number {
  const byte = bytes[at]
  if (byte === undefined) throw new DerError('a value is cut short')
  return byte
}

/** @throws When it is absent or of another tag. {@link DerError} */
export function expectTag(node: DerNode | undefined, tag: number): DerNode {
  if (node?.tag === tag) return node
  throw new DerError(`${nameTag(node?.tag)} was found where ${nameTag(tag)} was expected`)
}

function nameTag(tag: number | undefined): string {
  return tag === undefined ? 'nothing' : `tag 0x${tag.toString(16).padStart(2, '0')}`
}

/** Reads an object identifier and returns it in dots, `1.2.840.10045.4.3.2`. */
export function readObjectIdentifier(node: DerNode | undefined): string {
  const { content } = expectTag(node, TAGS.OBJECT_IDENTIFIER)
  const [first, ...rest] = readBase128(content)
  if (first === undefined) throw new DerError('an identifier is empty')
  // X.690 §8.19.4: the first number holds two arcs.
  const root = Math.min(2, Math.floor(first / 40))
  return [root, first - 40 * root, ...rest].join('.')
}

/** Reads the identifier of an algorithm that has no parameters: none, or the value that says so (RFC 5754 §2). */
export function readAlgorithm(node: DerNode | undefined): string {
  const [identifier, parameters, ...further] = expectTag(node, TAGS.SEQUENCE).children
  const hasParameters = parameters && (parameters.tag !== TAGS.NULL || parameters.content.length > 0)
  if (hasParameters || further.length > 0) throw new DerError('an algorithm has parameters')
  return readObjectIdentifier(identifier)
}

/** Numbers of seven bits a byte, whose last byte has no top bit. */
function readBase128(content: Bytes): number[] {
  const numbers: number[] = []
  let number = 0
  let isOpen = false
  for (const byte of content) {
    if (!isOpen && byte === 0x80) throw new DerError('an identifier is not written in the shortest form')
    // Larger ones exist, in identifiers that mean nothing here.
    if (number >= 2 ** 24) throw new DerError('an identifier is too large')
    number = (number << 7) | (byte & 0x7f)
    isOpen = byte >= 0x80
    if (isOpen) continue
    numbers.push(number)
    number = 0
  }
  if (isOpen) throw new DerError('an identifier is cut short')
  return numbers
}

/** Reads the bits of a bit string that fills whole bytes. */
export function readBitString(node: DerNode | undefined): Bytes {
  const { content } = expectTag(node, TAGS.BIT_STRING)
  if (content[0] !== 0) throw new DerError('a bit string does not fill its bytes')
  return content.slice(1)
}

/**
 * Reads `UTCTime` until 2049 and `GeneralizedTime` after, to the second and in UTC (RFC 5280 §4.1.2.5); in
 * milliseconds.
 */
export function readTimeMs(node: DerNode | undefined): number {
  const text = String.fromCharCode(...(node?.content ?? []))
  const isShort = node?.tag === TAGS.UTC_TIME
  if (!isShort) expectTag(node, TAGS.GENERALIZED_TIME)
  const parts = (isShort ? UTC_TIME : GENERALIZED_TIME).exec(text)
  if (!parts) throw new DerError('a time is not written to the second in UTC')
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1).map(Number)
  // RFC 5280 §4.1.2.5.1: two digits from 50 on belong to the last century.
  const fullYear = isShort ? year + (year >= 50 ? 1900 : 2000) : year
  const timeMs = Date.UTC(fullYear, month - 1, day, hour, minute, second)
  const written = new Date(timeMs).toISOString().replace(/[-:T]|\.000Z/g, '')
  if (written.slice(isShort ? 2 : 0) !== text.slice(0, -1)) throw new DerError('a time does not exist')
  return timeMs
}

const UTC_TIME = /^(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/
const GENERALIZED_TIME = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/
