import { describe, expect, it } from 'vitest'
import { toEmailAddress } from './email-address.ts'

describe('toEmailAddress', () => {
  it.each([
    'ada@example.com',
    'USER@EXAMPLE.COM',
    "o'brien@example.ie",
    '13800138000@163.com',
    'ivan@xn--e1aybc.xn--p1ai',
    'a&b@example.com',
    'first/last@example.com',
    'user%relay@example.com',
    'dev#ops=x@example.com',
  ])('accepts %s unchanged', (address) => {
    expect(toEmailAddress(address)).toBe(address)
  })

  it.each([
    [' ada@example.com ', 'ada@example.com'],
    ['\ufeffada@example.com\u200b', 'ada@example.com'],
    ['\u202aada@example.com\u202c', 'ada@example.com'],
    ['ada@müller.de', 'ada@xn--mller-kva.de'],
    ['ivan@тест.рф', 'ivan@xn--e1aybc.xn--p1ai'],
  ])('stores %j as %s', (text, address) => {
    expect(toEmailAddress(text)).toBe(address)
  })

  it.each([
    '',
    'user@',
    '@example.com',
    'user@localhost',
    'user@localhost@example.com',
    'user@-example.com',
    'user@example.com.',
    'user @example.com',
    'müller@example.com',
    'ada@example.com\u0000',
    'ada@пример.рф/path',
    '4242424242424242',
    `ada@${'a.'.repeat(126)}com`,
    `${'a'.repeat(501)}@example.com`,
  ])('refuses %j', (text) => {
    expect(toEmailAddress(text)).toBeNull()
  })
})
