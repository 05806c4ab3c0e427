import { BlockList, isIP } from 'node:net'

import { plainAddress } from './network-address.ts'

/**
 * The IPv4 blocks that the IANA registry of special-purpose addresses (RFC 6890) does not list as globally reachable.
 */
const NOT_PUBLIC_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // The metadata services of clouds are here, and of one cloud among the addresses of the internet.
  ['169.254.0.0', 16],
  ['168.63.129.16', 32],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  // Reverse look-ups of private addresses end at the nearest of these (AS112): a machine of the caller's network.
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/** The parts of public IPv6 that are excluded: documentation, and tunnels to IPv4 addresses. */
const NOT_PUBLIC_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  // AS112, as above.
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const

const notPublic = new BlockList()
for (const [network, prefix] of NOT_PUBLIC_V4) notPublic.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of NOT_PUBLIC_V6) notPublic.addSubnet(network, prefix, 'ipv6')

const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/**
 * The private networks of organizations: RFC 1918 and RFC 4193. This machine and metadata services are not among them.
 */
const PRIVATE_V4 = [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const
const PRIVATE_V6 = [['fc00::', 7]] as const

/** Metadata services of Amazon, Google and Oracle over IPv6, in the middle of the private addresses. */
const METADATA_V6: ReadonlySet<string> = new Set(['fd00:ec2::254', 'fd20:ce::254', 'fd00:c1::a9fe:a9fe'])

const privateAddresses = new BlockList()
for (const [network, prefix] of PRIVATE_V4) privateAddresses.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of PRIVATE_V6) privateAddresses.addSubnet(network, prefix, 'ipv6')

/** Returns whether the address is a public one on the internet, outside of this network. */
export function isPublicAddress(address: string): boolean {
  const plain = plainAddress(address)
  switch (isIP(plain)) {
    case 4:
      return !notPublic.check(plain, 'ipv4')
    case 6:
      return globalUnicast.check(plain, 'ipv6') && !notPublic.check(plain, 'ipv6')
    default:
      return false
  }
}

/** Returns whether the address is on the internet, or of a machine in a private network. */
export function isPublicOrPrivateAddress(address: string): boolean {
  const plain = plainAddress(address)
  if (METADATA_V6.has(plain)) return false
  return (
    isPublicAddress(plain) ||
    (isIP(plain) !== 0 && privateAddresses.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4'))
  )
}
