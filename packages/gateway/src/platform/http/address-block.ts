import { BlockList, isIP } from 'node:net'

import { plainAddress } from './network-address.ts'

const IPV6_GROUPS = 8
/** A customer of a network provider gets a /64 at least: one address of it means all 2^64. */
const BLOCK_GROUPS = 4

/** What limits count: an IPv4 address as it is, an IPv6 address by its /64 block. */
export function addressBlock(address: string): string {
  const [plain = ''] = plainAddress(address).split('%', 1)
  if (isIP(plain) !== 6) return plain
  const [head = '', tail] = plain.split('::')
  const before = groupsOf(head)
  const after = groupsOf(tail ?? '')
  const gap = tail === undefined ? 0 : IPV6_GROUPS - before.length - after.length
  const groups = [...before, ...Array.from({ length: gap }, () => '0'), ...after]
  const block = groups.slice(0, BLOCK_GROUPS).map((group) => Number.parseInt(group, 16).toString(16))
  return `${block.join(':')}::/64`
}

/** An IPv4 address at the end stands for two groups; it is never within the block. */
function groupsOf(text: string): readonly string[] {
  if (text === '') return []
  return text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]))
}

/** Makes the test whether an address is one of `networks`: addresses, or blocks as `10.0.0.0/8`. */
export function memberOfNetworks(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return (address) => {
    const plain = plainAddress(address)
    const version = isIP(plain)
    return version !== 0 && list.check(plain, version === 6 ? 'ipv6' : 'ipv4')
  }
}
