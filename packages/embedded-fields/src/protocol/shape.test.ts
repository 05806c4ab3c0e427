import { describe, expect, it } from 'vitest'

import { type Check, count, flag, nullable, object, oneOf, record, text, textMap } from './shape.ts'

const letters = oneOf(['a', 'b', 'c'])

describe('checks of what another frame says', () => {
  it.each<readonly [string, Check<unknown>, readonly unknown[], readonly unknown[]]>([
    ['a text of 3', text(3), ['', 'abc'], ['abcd', ['a'], { length: 1 }, 1, null, undefined]],
    ['a flag', flag, [true, false], [0, 'true', null]],
    ['a count up to 5', count(5), [0, 5], [-1, 6, 0.5, Number.NaN, '5', null]],
    ['one of three letters', letters, ['a', 'c'], ['d', '', null, ['a']]],
    ['a letter or null', nullable(letters), ['a', null], ['d', undefined]],
    [
      'a record of two letters',
      record(letters, text(3), 2),
      [{}, { a: '1' }, { a: '1', b: '2' }],
      [{ d: '1' }, { a: 1 }, { a: '1', d: '2' }, { a: '1', b: '2', c: '3' }, ['a'], 'a', null, 5],
    ],
    [
      'two texts under any names',
      textMap(2, 3),
      [{}, { x: '1', y: 'abc' }],
      [{ x: 1 }, { x: '1', y: 'abcd' }, { x: '1', y: '2', z: '3' }, ['1'], '1', null, 5],
    ],
    [
      'an object of two members',
      object({ on: flag, name: text(3) }),
      [{ on: true, name: 'abc' }],
      [
        { on: true },
        { on: true, name: 'abcd' },
        { on: true, name: 'a', more: 1 },
        { on: 1, nam: '' },
        [],
        null,
      ],
    ],
  ])('%s', (_, check, fitting, others) => {
    for (const value of fitting) expect(check(value), JSON.stringify(value)).toBe(true)
    for (const value of others) expect(check(value), JSON.stringify(value)).toBe(false)
  })
})
