import { scrypt, timingSafeEqual } from 'node:crypto'

import { normalizeText } from '../kernel/normalize-text.ts'
import type { Random } from '../kernel/random.ts'
import { createWorkQueue, type Turn } from '../kernel/work-queue.ts'

/** The parameters of scrypt (RFC 7914 §2). It takes `128 · blockSize · 2^costLog2` bytes of memory. */
export interface ScryptCost {
  readonly costLog2: number
  readonly blockSize: number
  readonly parallelization: number
}

/**
 * 32 MiB and a quarter of a second of one core: what OWASP's cheat sheet on password storage asks of scrypt, with the
 * least memory that it allows, for sign-ins that come at once.
 *
 * @decision 0220
 */
const PASSWORD_COST: ScryptCost = { costLog2: 15, blockSize: 8, parallelization: 3 }

const SALT_BYTES = 16
const KEY_BYTES = 32

/** A hash occupies a whole core; on a machine with two, the other stays free for payments. */
const HASHES_AT_ONCE = 1

/** The last in the queue waits for sixteen hashes, about four seconds. People do not wait much longer before they retry. */
export const HASHES_WAITING_MAX = 16

/**
 * UTF-16 code units of the longest password: two hundred characters of two units each. Longer texts are rejected before they are
 * normalized or hashed.
 */
export const PASSWORD_MAX_UNITS = 400

/** Hashes passwords and verifies them. */
export interface PasswordHashes {
  /**
   * Returns a PHC string: algorithm, cost, salt and hash, so that the cost can be raised later.
   *
   * @throws {RangeError} for a password of more than {@link PASSWORD_MAX_UNITS}.
   * @throws {QueueFullError} when too many hashes wait.
   */
  hash(password: string, turn: Turn): Promise<string>
  /**
   * Returns whether the password belongs to the hash. Without a hash it takes as long and is false; a password that is
   * too long to have been set is false at once.
   *
   * @throws {QueueFullError} when too many hashes wait.
   */
  verify(password: string, hash: string | null, turn: Turn): Promise<boolean>
  /** Returns whether the hash was made otherwise than {@link hash} makes one now. */
  isOutdated(hash: string): boolean
}

export function createPasswordHashes(random: Random, cost: ScryptCost = PASSWORD_COST): PasswordHashes {
  const inTurn = createWorkQueue({ atOnce: HASHES_AT_ONCE, waitingMax: HASHES_WAITING_MAX })
  const deriveInTurn = (password: string, salt: Buffer, ownCost: ScryptCost, turn: Turn) =>
    inTurn(() => derive(password, salt, ownCost), turn)
  const standIn = { cost, salt: Buffer.alloc(SALT_BYTES), key: Buffer.alloc(KEY_BYTES) }
  return {
    async hash(password, turn) {
      const normalized = normalize(password)
      if (normalized === null)
        throw new RangeError(
          `password must be at most ${PASSWORD_MAX_UNITS} code units (got ${password.length})`,
        )
      const salt = Buffer.from(random.bytes(SALT_BYTES))
      return formatHash({ cost, salt, key: await deriveInTurn(normalized, salt, cost, turn) })
    },

    async verify(password, hash, turn) {
      const known = hash === null ? standIn : parseHash(hash)
      const normalized = normalize(password)
      if (normalized === null) return false
      const key = await deriveInTurn(normalized, known.salt, known.cost, turn)
      return timingSafeEqual(key, known.key) && hash !== null
    },

    isOutdated: (hash) => formatCost(parseHash(hash).cost) !== formatCost(cost),
  }
}

interface ParsedHash {
  readonly cost: ScryptCost
  readonly salt: Buffer
  readonly key: Buffer
}

const FORMAT = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

function parseHash(hash: string): ParsedHash {
  const [, costLog2, blockSize, parallelization, salt = '', key = ''] = FORMAT.exec(hash) ?? []
  if (costLog2 === undefined) throw new Error('A stored password hash has an unknown format')
  return {
    cost: {
      costLog2: Number(costLog2),
      blockSize: Number(blockSize),
      parallelization: Number(parallelization),
    },
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  }
}

function formatHash({ cost, salt, key }: ParsedHash): string {
  return `$scrypt$${formatCost(cost)}$${unpadded(salt)}$${unpadded(key)}`
}

function formatCost({ costLog2, blockSize, parallelization }: ScryptCost): string {
  return `ln=${costLog2},r=${blockSize},p=${parallelization}`
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/={1,2}$/, '')
}

/** One spelling of the same characters (RFC 8265 §4.2): keyboards differ in how they compose them. */
function normalize(password: string): string | null {
  return normalizeText(password, PASSWORD_MAX_UNITS)
}

function derive(
  password: string,
  salt: Buffer,
  { costLog2, blockSize, parallelization }: ScryptCost,
): Promise<Buffer> {
  const cost = 2 ** costLog2
  const options = {
    cost,
    blockSize,
    parallelization,
    // Twice what the table takes: Node counts the parallel blocks too.
    maxmem: 2 * 128 * cost * blockSize,
  }
  return new Promise((resolve, reject) =>
    scrypt(password, salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key))),
  )
}
