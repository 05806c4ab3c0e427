import { describe, expect, it } from 'vitest'
import { validSession, withMember } from '../../test/requests.ts'
import { validateRequest } from '../error-items.ts'
import { isLoopbackUrl } from './common.ts'
import { sessionRequest } from './session.ts'

function refusedProperties(request: unknown): string[] {
  const outcome = validateRequest(sessionRequest, request)
  return outcome.ok ? [] : outcome.errors.map(({ property }) => property)
}

describe('createSession', () => {
  it.each([
    ['reference', 'x'.repeat(40)],
    ['reference', '😀'.repeat(40)],
    ['description', 'x'.repeat(255)],
    ['terminal_id', 'T'.repeat(20)],
    ['amount', 1],
    ['amount', 999_999_999_999],
    ['transaction_type', 'AUTHORIZE'],
    ['country', 'XK'],
    ['return_url', 'http://localhost:3000/return?order=1#top'],
    ['customer', { id: 'unknown', first_name: "O'Brien", phone: '+46 (0)70-174 06 05'.replace('(0)', '') }],
    ['customer.email', null],
    ['metadata', { simulated_flow: 'CHALLENGE', attempts: 1, gift: true, note: null }],
  ])('accepts %s = %j', (path, value) => {
    expect(refusedProperties(withMember(validSession, path, value))).toEqual([])
  })

  it.each([
    'terminal_id',
    'reference',
    'description',
    'currency',
    'amount',
    'transaction_type',
    'return_url',
  ])('requires %s', (property) => {
    expect(refusedProperties(withMember(validSession, property, undefined))).toEqual([property])
  })

  it.each([
    ['reference', '😀'.repeat(41)],
    ['description', ''],
    ['description', 'x'.repeat(256)],
    ['terminal_id', 'T'.repeat(21)],
    ['transaction_type', 'PAYMENT'],
    ['return_url', 'https://user:secret@shop.example/'],
    ['return_url', 'javascript:alert(1)'],
    ['return_url', 'https:shop.example'],
    ['return_url', 'https://shop.example/\n'],
    ['return_url', 'https://shop.example\\@evil.example'],
    ['return_url', `https://shop.example/${'x'.repeat(2048)}`],
    ['country', 'SWE'],
    ['customer', 'Ada'],
    ['customer.email', `${'x'.repeat(501)}@example.com`],
    ['customer.country', 'ZZ'],
    ['customer.first_name', 'x'.repeat(256)],
    ['metadata', []],
    ['customer_ip', '203.0.113.7'],
  ])('refuses %s = %j', (property, value) => {
    expect(refusedProperties(withMember(validSession, property, value))).toEqual([property])
  })
})

describe('isLoopbackUrl', () => {
  it.each([
    ['http://localhost:8080/x', true],
    ['http://127.0.0.1', true],
    ['http://127.1.2.3/', true],
    ['http://[::1]:3000/', true],
    ['http://localhost.example/', false],
    ['http://127.0.0.1.example/', false],
    ['http://192.168.0.1/', false],
    ['not a url', false],
  ])('%s → %s', (url, expected) => {
    expect(isLoopbackUrl(url)).toBe(expected)
  })
})
