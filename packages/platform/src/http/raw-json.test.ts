import { RawNumber } from '@sluice/types'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readJson } from './raw-json.ts'

function read(text: string | Uint8Array): unknown {
  const reading = readJson(typeof text === 'string' ? Buffer.from(text) : text)
  return reading.ok ? reading.value : reading.error.message
}

/** Returns the parsed value, with a marker for each number that JavaScript cannot represent. */
function withRawNumbers(value: unknown, parent = ''): unknown {
  if (Array.isArray(value)) return value.map((element) => withRawNumbers(element))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, withRawNumbers(member, name)]),
    )
  }
  if (typeof value !== 'number') return value
  const isKept =
    Math.abs(value) <= Number.MAX_SAFE_INTEGER && (parent !== 'amount' || Number.isInteger(value))
  // JSON.stringify writes -0 as 0.
  return isKept ? value + 0 : new RawNumber(JSON.stringify(value))
}

const names = fc.oneof(
  fc.constantFrom('amount', '', 'a', 'a"', '\\', 'é', '\u0000', '{', ',"'),
  fc.string({ unit: 'binary' }),
)
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom(null, true, false),
    fc.string({ unit: 'binary' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.array(tie('tree'), { maxLength: 5 }),
    fc.dictionary(names, tie('tree'), { maxKeys: 5 }),
  ),
}))
const space = fc.constantFrom('', ' ', '\n', '\t', '\r\n  ')
const isPoisoned = (text: string): boolean => /"(?:__proto__|constructor)":/.test(text)

describe('readJson', () => {
  it('returns the text that was written', () => {
    fc.assert(
      fc.property(tree, fc.constantFrom(undefined, 1, '\t'), space, space, (value, indent, before, after) => {
        const text = JSON.stringify(value, null, indent)
        fc.pre(!isPoisoned(text))
        expect(read(before + text + after)).toEqual(withRawNumbers(value))
      }),
      { numRuns: 500 },
    )
  })

  it('confuses no member names, as V8 does after {"x":1,"\\\\":2}', () => {
    for (const name of ['\\\\', '\\u0000', '\\"', '\\u0061mount']) {
      read(`{"x":1,"${name}":2}`)
      for (const next of ['\\\\', '\\u0000', '\\"', '\\u0061mount']) {
        expect(read(`{"x":1,"${next}":2}`)).toEqual({ x: 1, [String(JSON.parse(`"${next}"`))]: 2 })
      }
    }
  })

  it('refuses what JSON.parse refuses', () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.nat(),
        fc.constantFrom('', '"', '{', '}', ',', ':', '\\', "'", '\u0001', 'x'),
        (text, at, junk) => {
          const broken = text.slice(0, at % (text.length + 1)) + junk + text.slice(at % (text.length + 1))
          let isJson = true
          try {
            JSON.parse(broken)
          } catch {
            isJson = false
          }
          fc.pre(!isJson)
          expect(readJson(Buffer.from(broken)).ok).toBe(false)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('finds a duplicate at every place', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(names, { minLength: 1, maxLength: 8 }),
        fc.nat(),
        tree,
        (all, pick, value) => {
          const twice = all[pick % all.length] ?? ''
          fc.pre(
            !all.some((name) => ['__proto__', 'constructor'].includes(name)) &&
              !isPoisoned(JSON.stringify(value)),
          )
          const members = [...all, twice].map((name) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
          expect(read(`[{"a":{${members.join(',')}}}]`)).toMatch(/^Duplicate member: /)
        },
      ),
    )
  })

  it('allows the same name in several objects', () => {
    expect(read('{"a":{"a":[{"a":1},{"a":2}]},"b":{"a":"a"}}')).toEqual({
      a: { a: [{ a: 1 }, { a: 2 }] },
      b: { a: 'a' },
    })
  })

  it.each([
    ['100', 100],
    ['-0', -0],
    ['9007199254740991', 9007199254740991],
    ['100.00', new RawNumber('100.00')],
    ['1e2', new RawNumber('1e2')],
    ['9007199254740992', new RawNumber('9007199254740992')],
    ['-9007199254740993', new RawNumber('-9007199254740993')],
    ['1e400', new RawNumber('1e400')],
  ])('keeps the spelling of the amount %s', (source, expected) => {
    expect(read(`{"a":[{"amount":${source}}]}`)).toEqual({ a: [{ amount: expected }] })
  })

  it.each([
    ['24.0', 24],
    ['1e2', 100],
    ['1e400', new RawNumber('1e400')],
    ['12345678901234567890', new RawNumber('12345678901234567890')],
  ])('reads the number %s elsewhere by its value, if JavaScript can hold it', (source, expected) => {
    expect(read(`{"screen_height":${source}}`)).toEqual({ screen_height: expected })
  })

  it('counts levels and members up to the limit', () => {
    expect(read(`${'['.repeat(20)}${']'.repeat(20)}`)).toBeInstanceOf(Array)
    const members = Array.from({ length: 250 }, (_, index) => `"k${index}":1`).join(',')
    expect(read(`[{${members}},{${members}}]`)).toHaveLength(2)
    expect(read(`[{${members}},{${members},"x":1}]`)).toBe('More than 500 members')
  })

  it('never sends a long name back', () => {
    const name = '💳'.repeat(1_000)
    expect(read(`{"${name}":1,"${name}":2}`)).toBe(`Duplicate member: ${'💳'.repeat(100)}…`)
  })
})
