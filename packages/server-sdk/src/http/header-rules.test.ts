import { describe, expect, it } from 'vitest'

import { findHeaderProblem, readHeaders } from './header-rules.ts'

describe('headers that a merchant adds', () => {
  it('are sent with lower-case names', () => {
    expect(readHeaders({ 'X-Request-Source': 'shop 1', traceparent: '00-1' })).toEqual({
      'x-request-source': 'shop 1',
      traceparent: '00-1',
    })
    expect(readHeaders(undefined)).toEqual({})
  })

  it.each([
    'Accept',
    'Authorization',
    'Content-Length',
    'Content-Type',
    'Cookie',
    'Host',
    'Idempotency-Key',
    'Transfer-Encoding',
    'User-Agent',
  ])('do not replace those of the SDK: %s', (name) => {
    expect(findHeaderProblem(name, 'x')).toBe(`must not set ${name.toLowerCase()}`)
    expect(() => readHeaders({ [name]: 'x' })).toThrow(
      expect.objectContaining({ code: 'configuration_invalid', option: 'headers' }),
    )
  })

  it.each(['', 'a b', 'a:b', 'ä', 'a\n', 'a'.repeat(101)])('need a valid name: %j', (name) => {
    expect(findHeaderProblem(name, 'x')).toBe('has a name that is not a valid header name')
    expect(findHeaderProblem('a'.repeat(100), 'x')).toBeNull()
  })

  it.each(['', ' ', ' x', 'x ', 'x\r\ny: z', 'x\n', 'ä', 1, undefined])(
    'need a value that can be sent: %j',
    (value) => {
      expect(findHeaderProblem('x-shop', value)).toBe('must have visible ASCII text as x-shop')
      expect(findHeaderProblem('x-shop', 'a b')).toBeNull()
      expect(findHeaderProblem('x-shop', 'a')).toBeNull()
    },
  )
})
