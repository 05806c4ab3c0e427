import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/** Whether the address is this machine's own; IPv4 addresses may come in IPv6 notation. */
export function isLoopbackAddress(address: string): boolean {
  const plain = plainAddress(address)
  const version = isIP(plain)
  return version !== 0 && LOOPBACK.check(plain, version === 6 ? 'ipv6' : 'ipv4')
}

/** `::ffff:192.0.2.1` is how a socket that listens on both families names 192.0.2.1. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

/** Of the client; a proxy that reports something else than an address is not believed. */
export function clientAddress(request: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const address = plainAddress(request.ip)
  return isIP(address) === 0 ? plainAddress(request.socket.remoteAddress ?? '') : address
}
