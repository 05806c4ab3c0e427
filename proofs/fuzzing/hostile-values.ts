import type { SeededRandom } from '../../packages/gateway/test/seeded-random.ts'

/** An unsealed card number. A response may repeat it as the text that was sent, but no log contains it. */
export const PLAIN_PAN = '5555555555554444'

/** Longer than any member allows, shorter than the limit of a body. */
const LONG_CHARS = 20_000
/** Levels of nesting: within, at and beyond the limit. */
const DEPTHS = [3, 19, 20, 21, 500] as const

const TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u2066abc',
  'e\u0301\u0301\u0301',
  '👩‍👩‍👧‍👦',
  '\uffff\ufffe',
  '\r\nset-cookie: x=1',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e309',
  '0x10',
  '１２３',
  '%00',
  '%zz',
  '..',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  `'; drop table transactions; --`,
  `' or '1'='1`,
  '${7*7}{{7*7}}',
  'javascript:alert(1)',
  'http://169.254.169.254/latest',
  'https://user:pass@[::1]:99999/',
  'data:text/html,x',
  '2026-02-30T25:61:61Z',
  '00000000-0000-0000-0000-000000000000',
  PLAIN_PAN,
  `${PLAIN_PAN.slice(0, 8)} ${PLAIN_PAN.slice(8)}`,
  'a'.repeat(256),
  'a'.repeat(LONG_CHARS),
  '🦊'.repeat(LONG_CHARS / 8),
  'A'.repeat(43),
]

const NUMBERS: readonly number[] = [
  0,
  -0,
  -1,
  1,
  0.1,
  1e-320,
  999_999_999_999,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  1e21,
  -(2 ** 53),
]

const OTHERS: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { '': '' },
  { toString: 1, valueOf: null },
  { length: 2, 0: 'a' },
]

export const drawText = (random: SeededRandom): string => random.pick(TEXTS)

/** Draws any JSON value, seldom a valid one. */
export function drawHostile(random: SeededRandom): unknown {
  switch (random.whole(5)) {
    case 0:
      return random.pick(NUMBERS)
    case 1:
      return random.pick(OTHERS)
    case 2:
      return nest(random.pick(DEPTHS), random.whole(2) === 0)
    default:
      return drawText(random)
  }
}

function nest(levels: number, asList: boolean): unknown {
  let value: unknown = 'x'
  for (let level = 0; level < levels; level += 1) value = asList ? [value] : { a: value }
  return value
}
