import { describe, expect, it } from 'vitest'
import { isLoopbackAddress, plainAddress } from './network-address.ts'

describe('isLoopbackAddress', () => {
  it.each(['127.0.0.1', '127.255.255.254', '::1', '::ffff:127.0.0.1', '::FFFF:127.0.0.2'])(
    '%s is',
    (address) => {
      expect(isLoopbackAddress(address)).toBe(true)
    },
  )

  it.each([
    '128.0.0.1',
    '10.0.0.1',
    '::',
    '::2',
    '::ffff:10.0.0.1',
    '0.0.0.0',
    'localhost',
    '',
    '127.0.0.1.evil',
  ])('%j is not', (address) => {
    expect(isLoopbackAddress(address)).toBe(false)
  })
})

describe('plainAddress', () => {
  it.each([
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['::ffff:abcd', '::ffff:abcd'],
  ])('%s → %s', (address, plain) => {
    expect(plainAddress(address)).toBe(plain)
  })
})
