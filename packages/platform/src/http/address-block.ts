import { BlockList, isIP } from 'node:net'

import { plainAddress } from './network-address.ts'

const IPV6_GROUPS = 8

/**
 * The subject of limits: an IPv4 address as it is, an IPv6 address by its /64, the smallest block that a network
 * provider gives a customer.
 */
export function addressBlock(address: string): string {
  return addressNetworks(address)[0]
}

/** Returns the most that providers give one customer: the /48 of an IPv6 address, the /24 of an IPv4 address. */
export function customerNetwork(address: string): string {
  const [, middle, wide] = addressNetworks(address)
  return isIP(plainAddress(address)) === 6 ? wide : middle
}

/**
 * Returns the networks that an address is in, smallest first: /64, /56 and /48 of IPv6; the address, its /24 and its /16 of IPv4. Many
 * providers give every customer a /56 or a /48, which are 256 and 65,536 blocks of /64.
 */
export function addressNetworks(address: string): readonly [string, string, string] {
  const plain = plainAddress(address)
  const version = isIP(plain)
  if (version === 6) return networksOfIpv6(plain)
  if (version !== 4) return [plain, plain, plain]
  const [first, second, third] = plain.split('.')
  return [plain, `${first}.${second}.${third}.0/24`, `${first}.${second}.0.0/16`]
}

function networksOfIpv6(plain: string): readonly [string, string, string] {
  const [head = '', tail] = plain.split('::')
  const before = groupsOf(head)
  const after = groupsOf(tail ?? '')
  const gap = tail === undefined ? 0 : IPV6_GROUPS - before.length - after.length
  const groups = [...before, ...Array.from({ length: gap }, () => '0'), ...after]
  const [first = 0, second = 0, third = 0, fourth = 0] = groups.map((group) => Number.parseInt(group, 16))
  const name = (numbers: readonly number[], bits: number) =>
    `${numbers.map((number) => number.toString(16)).join(':')}::/${bits}`
  return [
    name([first, second, third, fourth], 64),
    name([first, second, third, fourth & 0xff00], 56),
    name([first, second, third], 48),
  ]
}

/** An IPv4 address at the end replaces two groups; it is never within the block. */
function groupsOf(text: string): readonly string[] {
  if (text === '') return []
  return text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]))
}

/** Makes the test whether an address is one of `networks`: addresses, or blocks as `10.0.0.0/8`. */
export function memberOfNetworks(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    const plain = plainAddress(address)
    const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4'
    // An IPv4 network in IPv6 notation counts the 96 bits before it too.
    const isEmbedded = family === 'ipv4' && isIP(address) === 6
    if (prefix === undefined) list.addAddress(plain, family)
    else list.addSubnet(plain, Math.max(Number(prefix) - (isEmbedded ? 96 : 0), 0), family)
  }
  return (address) => {
    const plain = plainAddress(address)
    const version = isIP(plain)
    return version !== 0 && list.check(plain, version === 6 ? 'ipv6' : 'ipv4')
  }
}
