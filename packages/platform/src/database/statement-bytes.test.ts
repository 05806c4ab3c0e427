import { expect, it } from 'vitest'

import { isSendable, StatementBytes } from './statement-bytes.ts'

/** The content of a `Bind`: a format and the bytes of each parameter, or null. */
function readBind(bytes: Buffer): { formats: number[]; values: (Buffer | null)[] } {
  let at = 1 + 4
  const word = (): void => void (at = bytes.indexOf(0, at) + 1)
  const int16 = (): number => bytes.readUInt16BE((at += 2) - 2)
  const int32 = (): number => bytes.readInt32BE((at += 4) - 4)
  word()
  word()
  const formats = Array.from({ length: int16() }, int16)
  const values = Array.from({ length: int16() }, () => {
    const length = int32()
    return length < 0 ? null : bytes.subarray(at, (at += length))
  })
  // All answers as text.
  expect(int16()).toBe(0)
  expect([at, bytes.readInt32BE(1) + 1]).toEqual([bytes.length, bytes.length])
  return { formats, values }
}

function bind(...values: readonly unknown[]) {
  const bytes = new StatementBytes()
  return readBind(bytes.gather(() => bytes.bind('sluice_1', values)))
}

it.each([
  ['text', 'x', 'x'],
  ['no text', '', ''],
  ['text of another script', 'Zażółć', 'Zażółć'],
  ['long text of another script', 'gęślą jaźń '.repeat(20), 'gęślą jaźń '.repeat(20)],
  ['half of a character', 'x\ud83d', 'x\ufffd'],
  ['a whole one', '😀', '😀'],
  ['more than there was room for', 'ż'.repeat(100_000), 'ż'.repeat(100_000)],
  ['a number', 999_999_999_999, '999999999999'],
  ['a large number', 2n ** 63n - 1n, '9223372036854775807'],
  ['a truth value', true, 'true'],
])('binds %s as text', (_, value, text) => {
  const { formats, values } = bind('before', value, 'behind')
  expect(formats).toEqual([])
  expect(values.map(String)).toEqual(['before', text, 'behind'])
})

it.each([null, undefined])('binds %s as null', (value) => {
  expect(bind(value, '')).toEqual({ formats: [], values: [null, Buffer.alloc(0)] })
})

it.each([
  ['bytes', Buffer.from([0, 255])],
  ['an array of bytes', new Uint8Array([9, 0, 255]).subarray(1)],
])('binds %s unchanged', (_, value) => {
  expect(bind('x', value)).toEqual({ formats: [0, 1], values: [Buffer.from('x'), Buffer.from([0, 255])] })
})

it('returns a copy: later messages do not change it', () => {
  const bytes = new StatementBytes()
  const first = bytes.gather(() => bytes.bind('', ['first']))
  bytes.gather(() => bytes.bind('', ['other']))
  expect(readBind(first).values).toEqual([Buffer.from('first')])
})

it('discards unfinished messages', () => {
  const bytes = new StatementBytes()
  const fail = (): never => {
    bytes.parse('', 'delete')
    throw new Error('unfinished')
  }
  expect(() => bytes.gather(fail)).toThrow('unfinished')
  expect(bytes.gather(() => bytes.sync())).toEqual(Buffer.from('S\0\0\0\x04', 'latin1'))
})

it.each([new Date(0), ['x'], { x: 1 }, Symbol('x'), () => 1])(
  'reports that %s has an ambiguous text form',
  (value) => {
    expect(isSendable(value)).toBe(false)
  },
)

it.each(['x', 1, 1n, false, null, undefined, Buffer.from('x'), new Uint8Array(1)])('sends %s', (value) => {
  expect(isSendable(value)).toBe(true)
})
