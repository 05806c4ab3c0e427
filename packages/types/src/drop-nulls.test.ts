import { describe, expect, it } from 'vitest'
import { dropNulls } from './drop-nulls.ts'
import { RawNumber } from './raw-number.ts'

describe('dropNulls', () => {
  it('drops members at every depth and keeps elements', () => {
    expect(dropNulls({ a: null, b: { c: null, d: 0 }, e: [null, { f: null }] })).toEqual({
      b: { d: 0 },
      e: [null, {}],
    })
  })

  it('keeps values that only look empty, and raw numbers unchanged', () => {
    const raw = new RawNumber('1.0')
    const value = { text: '', no: false, zero: 0, raw }
    expect(dropNulls(value)).toEqual(value)
    expect((dropNulls(value) as typeof value).raw).toBe(raw)
  })

  it('does not let a member become the prototype', () => {
    const copy = dropNulls(JSON.parse('{"__proto__": {"admin": true}}')) as { admin?: boolean }
    expect(copy.admin).toBeUndefined()
  })
})
