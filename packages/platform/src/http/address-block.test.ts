import { describe, expect, it } from 'vitest'

import { addressBlock, addressNetworks, customerNetwork, memberOfNetworks } from './address-block.ts'

describe('addressBlock', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:C000:0201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:c000:201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['2001:db8:1::3:4', '2001:db8:1:0::/64'],
    ['64:ff9b::192.0.2.1', '192.0.2.1'],
    ['64:ff9b::c000:202', '192.0.2.2'],
    ['64:ff9b:1::c000:202', '64:ff9b:1:0::/64'],
    ['::192.0.2.1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1:2:3::', '1:2:3:0::/64'],
    ['', ''],
  ])('counts %s as %s', (address, block) => {
    expect(addressBlock(address)).toBe(block)
  })
})

describe('addressNetworks', () => {
  it.each([
    ['2001:db8:1:2345::9', ['2001:db8:1:2345::/64', '2001:db8:1:2300::/56', '2001:db8:1::/48']],
    ['2001:db8::', ['2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0::/48']],
    ['::ffff:192.0.2.1', ['192.0.2.1', '192.0.2.0/24', '192.0.0.0/16']],
    ['', ['', '', '']],
  ])('names the networks of %s, smallest first', (address, networks) => {
    expect(addressNetworks(address)).toEqual(networks)
  })
})

it.each([
  ['2001:db8:1:2345::9', '2001:db8:1::/48'],
  ['::ffff:192.0.2.1', '192.0.2.0/24'],
  ['', ''],
])('customerNetwork of %j is %j', (address, network) => {
  expect(customerNetwork(address)).toBe(network)
})

describe('memberOfNetworks', () => {
  const isProxy = memberOfNetworks(['10.0.0.0/8', '::ffff:192.0.2.1', '::ffff:198.51.100.0/120', 'fd00::/8'])

  it.each([
    '10.1.2.3',
    '::ffff:10.1.2.3',
    '::ffff:a01:203',
    '64:ff9b::a01:203',
    '192.0.2.1',
    '198.51.100.7',
    'fd12::1',
  ])('recognizes %s', (address) => {
    expect(isProxy(address)).toBe(true)
  })

  it.each(['11.0.0.1', '192.0.2.2', '198.51.101.1', 'fe80::1', '', 'proxy'])(
    'does not know %j',
    (address) => {
      expect(isProxy(address)).toBe(false)
    },
  )
})
