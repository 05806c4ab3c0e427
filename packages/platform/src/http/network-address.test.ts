import { describe, expect, it } from 'vitest'
import { clientAddress, forwardedAddress, isLoopbackAddress, plainAddress } from './network-address.ts'

describe('isLoopbackAddress', () => {
  it.each(['127.0.0.1', '127.255.255.254', '::1', '::ffff:127.0.0.1', '::FFFF:7F00:2', '0:0:0:0:0:0:0:1'])(
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
    // A translator would send it somewhere else.
    '64:ff9b::127.0.0.1',
  ])('%j is not', (address) => {
    expect(isLoopbackAddress(address)).toBe(false)
  })
})

describe('plainAddress', () => {
  it.each([
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['2001:0DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    // The deprecated IPv4-compatible form is not mapped to IPv4: it is still an IPv6 address.
    ['::ffff:abcd', '::255.255.171.205'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:FFFF:203.0.113.7', '203.0.113.7'],
    ['64:ff9b::cb00:7107', '203.0.113.7'],
    ['64:ff9b::7', '0.0.0.7'],
    ['64:ff9b::', '0.0.0.0'],
    ['64:ff9b:1::cb00:7107', '64:ff9b:1::cb00:7107'],
    ['nonsense', 'nonsense'],
    ['', ''],
  ])('%s → %s', (address, plain) => {
    expect(plainAddress(address)).toBe(plain)
  })
})

describe('forwardedAddress', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['"203.0.113.7:51234"', '203.0.113.7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['[2001:db8::7]:51234', '2001:db8::7'],
    ['"[2001:DB8::7]:51234"', '2001:db8::7'],
    ['2001:db8::7', '2001:db8::7'],
    ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
    ['[fe80::1%eth0]:443', 'fe80::1'],
  ])('reads %s', (entry, address) => {
    expect(forwardedAddress(entry)).toBe(address)
  })

  it.each([
    '',
    'unknown',
    '_hidden',
    '203.0.113.7:99999',
    '203.0.113:80',
    '[2001:db8::7',
    '1:2:3',
    '[]',
    ':80',
  ])('refuses %j', (entry) => {
    expect(forwardedAddress(entry)).toBeNull()
  })
})

describe('clientAddress', () => {
  const of = (ip: string) => clientAddress({ ip, socket: { remoteAddress: '::ffff:10.0.0.1' } } as never)

  it('takes what the proxy reports, without its port', () => {
    expect(of('203.0.113.7:51234')).toBe('203.0.113.7')
  })

  it('takes the proxy itself when it reports no address', () => {
    expect(of('unknown')).toBe('10.0.0.1')
  })
})
