import { isIP } from 'node:net'

import { isLoopbackUrl, parseUrl } from '@sluice/types'

/** The allowed destinations of outgoing requests. */
export interface OutgoingRules {
  /** Also allows addresses of this machine, without TLS and at any port. */
  readonly mayBeLocal: boolean
  /** Ports on the internet. */
  readonly ports: readonly number[]
  /** Names whose machines may be in a private network: the operator's own. In small letters. */
  readonly insideHosts?: readonly string[]
  readonly maxChars: number
  /** Whether an address leads to this service itself. */
  readonly isOwn?: (url: URL) => boolean
}

/** The port of https; others are allowed individually. */
export const DEFAULT_OUTGOING_PORTS: readonly number[] = [443]

const HTTPS_PORT = 443
/** The parser would remove or convert them, and other parsers read the address differently. */
const AMBIGUOUS = /[\s\\\p{Cc}]/u

/**
 * Returns the reason why the gateway sends no request to a merchant's address; null if it does. Its name may still
 * resolve to a machine of somebody else: {@link createPublicLookup}.
 *
 * @see docs/protocol/webhooks.md#webhook-addresses
 */
export function validateOutgoingUrl(url: string, rules: OutgoingRules): string | null {
  if (url.length > rules.maxChars) return `it is longer than ${rules.maxChars} characters`
  const parsed = AMBIGUOUS.test(url) ? null : parseUrl(url)
  if (parsed === null) return 'it is not a valid address'
  const { protocol, username, password, hostname, port } = parsed
  if (username !== '' || password !== '') return 'it has a user name or password in it'
  if (rules.isOwn?.(parsed)) return 'it points to this service'
  if (rules.mayBeLocal && isLoopbackUrl(url) && isWeb(protocol)) return null
  if (protocol !== 'https:') return 'only https addresses are allowed'
  // The parser has made 2130706433, 0x7f.1 and 0177.0.0.1 what they are: 127.0.0.1.
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return 'it has an IP address instead of a host name'
  if (!hostname.replace(/\.$/, '').includes('.')) return 'its host name is not public'
  const number = port === '' ? HTTPS_PORT : Number(port)
  if (!rules.ports.includes(number)) return `port ${number} is not allowed`
  return null
}

function isWeb(protocol: string): boolean {
  return protocol === 'https:' || protocol === 'http:'
}
