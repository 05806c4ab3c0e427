import { describe, expect, it } from 'vitest'

import { MalformedForm, parseForm } from './form.ts'

describe('a form', () => {
  it('nests objects and lists', () => {
    expect(parseForm('a=1&b[c]=2&b[d][e]=3&l[]=x&l[]=y&r[0][n]=4&r[1][n]=5')).toEqual({
      a: '1',
      b: { c: '2', d: { e: '3' } },
      l: ['x', 'y'],
      r: [{ n: '4' }, { n: '5' }],
    })
  })

  it('decodes names and values', () => {
    expect(parseForm('m%5Bk%5D=a%20b%26c%C3%A9')).toEqual({ m: { k: 'a b&cé' } })
  })

  it.each(['a=1&a=2', 'a=1&a[b]=2', 'a[b]=2&a=1', 'a[b=1'])('refuses %s', (text) => {
    expect(() => parseForm(text)).toThrow(MalformedForm)
  })

  it('ignores names of the object prototype', () => {
    expect(Object.getPrototypeOf(parseForm('__proto__[x]=1'))).toBe(Object.prototype)
    expect(({} as { x?: string }).x).toBeUndefined()
  })
})
