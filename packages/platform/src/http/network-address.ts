import { BlockList, isIP, SocketAddress } from 'node:net'
import type { FastifyRequest } from 'fastify'

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/** RFC 6052: a translator between IPv6 and IPv4 writes every IPv4 caller into this block. */
const NAT64 = new BlockList()
NAT64.addSubnet('64:ff9b::', 96, 'ipv6')

/** Returns whether the address is this machine's own; IPv4 addresses may come in IPv6 notation. */
export function isLoopbackAddress(address: string): boolean {
  const plain = unmapped(address)
  const version = isIP(plain)
  return version !== 0 && LOOPBACK.check(plain, version === 6 ? 'ipv6' : 'ipv4')
}

/** Returns whether a server that listens at the host is reached by this machine's programs alone. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || isLoopbackAddress(host)
}

/**
 * Returns the one spelling of an address: an IPv4 address in dots, whether it was mapped (`::ffff:c000:201`) or through
 * NAT64 (`64:ff9b::c000:201`), and an IPv6 address as RFC 5952 writes it, without its zone. Text that is not an address
 * is returned unchanged.
 */
export function plainAddress(address: string): string {
  const plain = unmapped(address)
  return isIP(plain) === 6 && NAT64.check(plain, 'ipv6') ? embeddedAddress(plain) : plain
}

/** Unmaps only IPv4-mapped addresses: an address embedded by a NAT64 translator is never this machine. */
function unmapped(address: string): string {
  const [withoutZone = ''] = address.split('%', 1)
  if (isIP(withoutZone) !== 6) return address
  const { address: canonical } = new SocketAddress({ address: withoutZone, family: 'ipv6' })
  return canonical.replace(/^::ffff:(?=\d+\.)/, '')
}

/** Returns the IPv4 address in the last 32 bits of a canonical address of {@link NAT64}. */
function embeddedAddress(canonical: string): string {
  const groups = canonical.slice('64:ff9b::'.length).split(':')
  const [high = 0, low = 0] = ['0', ...groups].slice(-2).map((group) => Number.parseInt(group || '0', 16))
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
}

/** Proxies that write the port of the connection put IPv6 addresses in brackets; some put everything in quotes. */
const WITH_PORT = /^"?(?:\[([0-9a-f:.]{2,45})(?:%[^\]"]{0,20})?\]|([0-9.]{7,15}))(?::([0-9]{1,5}))?"?$/i
const PORT_MAX = 65_535

/** Reads an entry of `X-Forwarded-For`: an address, or an address and a port. Null for anything else. */
export function forwardedAddress(entry: string): string | null {
  const bare = isIP(entry) === 0 ? addressOfPair(entry) : entry
  return bare === null || isIP(bare) === 0 ? null : plainAddress(bare)
}

function addressOfPair(entry: string): string | null {
  const [, inBrackets, dotted, port = '0'] = WITH_PORT.exec(entry) ?? []
  return Number(port) > PORT_MAX ? null : (inBrackets ?? dotted ?? null)
}

/** Returns the client's address; that of the proxy when the proxy reports something that is no address. */
export function clientAddress(request: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  return forwardedAddress(request.ip) ?? plainAddress(request.socket.remoteAddress ?? '')
}
