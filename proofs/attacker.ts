/**
 * An attacker with stolen copies of the database and every resume token, who knows how the gateway seals, and tries
 * every byte of the copies.
 */
import { createCipheriv } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { lookupOf, unwrapDataKey } from '../packages/gateway/src/three-ds/index.ts'
import { ephemeralNameOf } from '../packages/gateway/src/transactions/execution/ephemeral-name.ts'

/** A resume token as the gateway sends it: 32 bytes in base64url. */
const HANDLE = /(?<![\w-])[\w-]{43}(?![\w-])/g

const NONCE_BYTES = 12
const SECRET_BYTES = 32
const WRAPPED_BYTES = NONCE_BYTES + SECRET_BYTES + 16
const BLOCK_BYTES = 16
/** Copies have tens of millions of offsets, so four bytes at a time are compared and moved. */
const BLOCK_WORDS = BLOCK_BYTES / 4
/** The counter 2, its highest byte first. */
const SECOND_BLOCK = 2 << 24

/** The maximum distance of the row's other columns from a name, on either side. */
const ROW_BYTES = 400

/** The first bytes of a sealed card. */
const CARD_START = Buffer.from('{"pan":"')
const CARD_START_WORD = CARD_START.readInt32LE()
/** Longer than a sealed card. */
const CARD_BYTES = 400

/** The number of offsets that are tried at once. */
const PLACES_AT_ONCE = 65_536

export interface Loot {
  /** The data keys that were unwrapped. */
  readonly keys: number
  readonly numbers: readonly string[]
  readonly cvvs: readonly string[]
}

/** Finds all texts that may be a resume token. */
export function findHandles(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => text.match(HANDLE) ?? []))
}

/** Returns the bytes of every file below the directories. Files that disappear in the meantime are skipped. */
export function steal(directories: readonly string[]): Buffer {
  return Buffer.concat(
    directories
      .flatMap((directory) => readdirSync(directory, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readIfThere(join(parentPath, name))),
  )
}

function readIfThere(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch {
    return Buffer.alloc(0)
  }
}

/**
 * Opens what can be opened.
 *
 * @param transactionIds - those whose ephemeral keys are searched in the copies.
 * @param ephemeralKeys - stolen in
 * addition, by a thief before the end.
 */
export function breakIn(
  stolen: Buffer,
  handles: ReadonlySet<string>,
  transactionIds: readonly string[],
  ephemeralKeys: readonly Uint8Array[] = [],
): Loot {
  const inCopies = new Map(transactionIds.map((id) => [id, findEphemeralKeys(stolen, id)]))
  const cards = [...handles].flatMap((handle) => {
    const dataKey = openDataKey(stolen, handle, inCopies, ephemeralKeys)
    return dataKey === null ? [] : [openCards(stolen, dataKey)]
  })
  const found = cards.flat()
  return {
    keys: cards.length,
    // A page header of PostgreSQL's log may split a card. Then its number is not read, but its key counts.
    numbers: [...new Set(found.map(({ pan }) => pan).filter((pan) => pan !== ''))],
    cvvs: [...new Set(found.flatMap(({ cvv }) => cvv ?? []))],
  }
}

/**
 * Finds the ephemeral keys of a transaction. In PostgreSQL's table file, a secret follows its name and the ids of
 * its transaction and attempt, after one length byte.
 */
function findEphemeralKeys(stolen: Buffer, transactionId: string): readonly Buffer[] {
  const lengthByte = ((SECRET_BYTES + 1) << 1) | 1
  const nameLength = ephemeralNameOf({ transactionId, attemptId: transactionId }).length
  return placesOf(stolen, transactionId)
    .map((at) => at + nameLength)
    .filter((at) => stolen[at] === lengthByte)
    .map((at) => stolen.subarray(at + 1, at + 1 + SECRET_BYTES))
}

/**
 * Opens a data key. The row of a resume token names its transaction, so only the ephemeral keys of that transaction
 * can fit.
 */
function openDataKey(
  stolen: Buffer,
  handle: string,
  inCopies: ReadonlyMap<string, readonly Uint8Array[]>,
  stolenKeys: readonly Uint8Array[],
): Uint8Array | null {
  for (const place of placesOf(stolen, lookupOf(handle))) {
    const row = stolen.subarray(Math.max(0, place - ROW_BYTES), place + ROW_BYTES + WRAPPED_BYTES)
    const own = [...inCopies].flatMap(([id, keys]) => (keys.length > 0 && row.includes(id) ? keys : []))
    for (const ephemeralKey of [...stolenKeys, ...own]) {
      const dataKey = unwrapIn(row, handle, ephemeralKey)
      if (dataKey !== null) return dataKey
    }
  }
  return null
}

function unwrapIn(row: Buffer, handle: string, ephemeralKey: Uint8Array): Uint8Array | null {
  for (let at = 0; at + WRAPPED_BYTES <= row.length; at += 1) {
    try {
      return unwrapDataKey(handle, ephemeralKey, row.subarray(at, at + WRAPPED_BYTES))
    } catch {
      // The secret is not here.
    }
  }
  return null
}

interface StolenCard {
  readonly pan: string
  readonly cvv?: string
}

/** Tries every byte as the beginning of a sealed card. The first bytes of the plain text decide. */
function openCards(stolen: Buffer, dataKey: Uint8Array): readonly StolenCard[] {
  const cards: StolenCard[] = []
  for (let from = 0; from < stolen.length; from += PLACES_AT_ONCE) {
    const places = Math.min(PLACES_AT_ONCE, stolen.length - CARD_BYTES - from)
    if (places <= 0) break
    const words = wordsFrom(stolen, from, places + NONCE_BYTES + 1)
    // From the second block on, GCM is CTR mode (NIST SP 800-38D §7.2). These are the first blocks of the key
    // stream.
    const counters = new Int32Array(places * BLOCK_WORDS)
    for (let place = 0; place < places; place += 1) {
      counters[place * BLOCK_WORDS] = words[place] ?? 0
      counters[place * BLOCK_WORDS + 1] = words[place + 4] ?? 0
      counters[place * BLOCK_WORDS + 2] = words[place + 8] ?? 0
      counters[place * BLOCK_WORDS + 3] = SECOND_BLOCK
    }
    const cipher = createCipheriv('aes-256-ecb', dataKey, null).setAutoPadding(false)
    const stream = Uint8Array.from(cipher.update(new Uint8Array(counters.buffer)))
    const streamWords = new Int32Array(stream.buffer)
    for (let place = 0; place < places; place += 1) {
      const firstWord = (words[place + NONCE_BYTES] ?? 0) ^ (streamWords[place * BLOCK_WORDS] ?? 0)
      if (firstWord === CARD_START_WORD && startsCard(stolen, from + place, stream, place * BLOCK_BYTES))
        cards.push(readCard(stolen, from + place, dataKey))
    }
  }
  return cards
}

/** Reads the four bytes at each offset as one number, the lowest byte first, like the processors that run tests. */
function wordsFrom(bytes: Buffer, from: number, count: number): Int32Array {
  const words = new Int32Array(count)
  let word = ((bytes[from] ?? 0) << 8) | ((bytes[from + 1] ?? 0) << 16) | ((bytes[from + 2] ?? 0) << 24)
  for (let place = 0; place < count; place += 1) {
    word = (word >>> 8) | ((bytes[from + place + 3] ?? 0) << 24)
    words[place] = word
  }
  return words
}

function startsCard(stolen: Buffer, at: number, stream: Uint8Array, streamAt: number): boolean {
  return CARD_START.every(
    (byte, index) => ((stolen[at + NONCE_BYTES + index] ?? 0) ^ (stream[streamAt + index] ?? 0)) === byte,
  )
}

function readCard(stolen: Buffer, at: number, dataKey: Uint8Array): StolenCard {
  const counter = Buffer.concat([stolen.subarray(at, at + NONCE_BYTES), Buffer.from([0, 0, 0, 2])])
  const text = createCipheriv('aes-256-ctr', dataKey, counter)
    .update(stolen.subarray(at + NONCE_BYTES, at + CARD_BYTES))
    .toString('latin1')
  const [, pan = ''] = /"pan":"(\d+)"/.exec(text) ?? []
  const [, cvv] = /"cvv":"(\d+)"/.exec(text) ?? []
  return cvv === undefined ? { pan } : { pan, cvv }
}

function placesOf(bytes: Buffer, text: string): number[] {
  const places: number[] = []
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) places.push(at)
  return places
}
