import { expect, it } from 'vitest'

import { isPublicAddress, isPublicOrPrivateAddress } from './public-address.ts'

it.each(['8.8.8.8', '93.184.216.34', '2606:4700::1111', '::ffff:8.8.8.8'])(
  '%s is on the internet',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

it.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '168.63.129.16',
  '100.100.100.200',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '203.0.113.9',
  '192.31.196.1',
  '192.52.193.1',
  '192.175.48.1',
  '2001:4:112::1',
  '2620:4f:8000::1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::a00:1',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'ff02::1',
  '2001:db8::1',
  '2001::1',
  '2002:a00:1::1',
  '2130706433',
  '0x7f.1',
  '127.1',
  'localhost',
  '',
])('%j is not', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

it.each(['10.1.2.3', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12::1', '8.8.8.8', '2606:4700::1111'])(
  '%s is on the internet or in a private network',
  (address) => {
    expect(isPublicOrPrivateAddress(address)).toBe(true)
  },
)

it.each([
  '127.0.0.1',
  '::1',
  '0.0.0.0',
  '169.254.169.254',
  '168.63.129.16',
  '100.100.100.200',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fd00:c1::a9fe:a9fe',
  'fe80::1',
  '::ffff:127.0.0.1',
  '224.0.0.1',
  'no address',
])('%s is neither', (address) => {
  expect(isPublicOrPrivateAddress(address)).toBe(false)
})
