import { isIP } from 'node:net'

import { isPublicAddress } from './public-address.ts'

/** Names that the internet's name servers do not answer for (RFC 6761, 6762, 8375, and ICANN's reservation of internal). */
const PRIVATE_NAMES: readonly string[] = ['localhost', 'local', 'internal', 'home.arpa', 'localdomain', 'lan']

/** Whether the host of an address may be one of the internet: no private or loopback address, no name of a local network. */
export function hasPublicHost(url: string): boolean {
  if (!URL.canParse(url)) return false
  const host = new URL(url).hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase()
  if (isIP(host) !== 0) return isPublicAddress(host)
  return host.includes('.') && !PRIVATE_NAMES.some((name) => host.endsWith(`.${name}`))
}
