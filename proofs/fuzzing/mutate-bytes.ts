import type { SeededRandom } from '../../packages/gateway/test/seeded-random.ts'

/** Tokens that confuse parsers: quotes and brackets, escapes, ends, DER lengths, the first bytes of longer values. */
const TOKENS: readonly Buffer[] = [
  ...[
    '"',
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    '\\',
    '\\u',
    '\\ud800',
    '//',
    '&',
    '=',
    '%',
    '%0',
    '.',
    '..',
    '-',
    '*a',
    '&a',
  ],
  ...[
    'null',
    'true',
    '1e999',
    '-0',
    '__proto__',
    'constructor',
    '!!js',
    '<<: ',
    '\n',
    '\t',
    '\r\n',
    '---',
    '? ',
  ],
].map((text) => Buffer.from(text))

const BYTES: readonly Buffer[] = [
  [0x00],
  [0xff],
  [0x80],
  [0xc0, 0x80],
  [0xed, 0xa0, 0x80],
  [0xef, 0xbb, 0xbf],
  [0x30, 0x80],
  [0x30, 0x84, 0xff, 0xff, 0xff, 0xff],
  [0x02, 0x00],
].map((bytes) => Buffer.from(bytes))

/** The maximum length that is removed or repeated. */
const STRETCH_MAX = 40
/** Repetition makes texts long and deep. */
const TIMES = [1, 2, 50, 600] as const
/** Larger inputs are rejected by their size everywhere. */
const MAX_BYTES = 40_000

/** Changes some bytes, and may insert parts of `others`. */
export function mutateBytes(seed: Buffer, others: readonly Buffer[], random: SeededRandom): Buffer {
  let bytes = seed
  for (let times = 1 + random.whole(4); times > 0; times -= 1) bytes = mutateOnce(bytes, others, random)
  return bytes.subarray(0, MAX_BYTES)
}

function mutateOnce(bytes: Buffer, others: readonly Buffer[], random: SeededRandom): Buffer {
  const at = random.whole(bytes.length + 1)
  const to = Math.min(bytes.length, at + 1 + random.whole(STRETCH_MAX))
  const put = (...middle: readonly Buffer[]) =>
    Buffer.concat([bytes.subarray(0, at), ...middle, bytes.subarray(to)])
  switch (random.whole(8)) {
    case 0:
      return Buffer.concat([bytes.subarray(0, at), Buffer.from([random.whole(256)]), bytes.subarray(at + 1)])
    case 1: {
      const flipped = Buffer.from(bytes)
      if (at < flipped.length) flipped[at] = (flipped[at] ?? 0) ^ (1 << random.whole(8))
      return flipped
    }
    case 2:
      return put()
    case 3:
      return put(...Array.from({ length: random.pick(TIMES) }, () => bytes.subarray(at, to)))
    case 4:
      return Buffer.concat([bytes.subarray(0, at), random.pick(TOKENS), bytes.subarray(at)])
    case 5:
      return Buffer.concat([bytes.subarray(0, at), random.pick(BYTES), bytes.subarray(at)])
    case 6:
      return bytes.subarray(0, at)
    default: {
      const other = random.pick(others)
      return Buffer.concat([bytes.subarray(0, at), other.subarray(random.whole(other.length + 1))])
    }
  }
}
