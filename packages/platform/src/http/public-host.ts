import { isIP } from 'node:net'

import { parseUrl } from '@sluice/types'

import { isPublicAddress } from './public-address.ts'

/** Names that the internet's name servers do not answer for (RFC 6761, 6762, 8375, and ICANN's reservation of internal). */
const PRIVATE_NAMES: readonly string[] = ['localhost', 'local', 'internal', 'home.arpa', 'localdomain', 'lan']

/**
 * Returns whether the host of an address may be one of the internet: no private or loopback address, no name of a local
 * network.
 */
export function hasPublicHost(url: string): boolean {
  const parsed = parseUrl(url)
  if (parsed === null) return false
  const host = parsed.hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase()
  if (isIP(host) !== 0) return isPublicAddress(host)
  return host.includes('.') && !PRIVATE_NAMES.some((name) => host.endsWith(`.${name}`))
}
