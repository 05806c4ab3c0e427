const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Reads an address that a frame or a page may be sent to: https, or http on the shopper's own machine, where a gateway
 * under test lives.
 *
 * @returns Null for everything else, `javascript:` among it.
 */
export function parseWebAddress(address: string): URL | null {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return null
  }
  const { protocol, hostname } = url
  // Every name below localhost is this machine (RFC 6761).
  const isLoopback = LOOPBACK.includes(hostname) || hostname.endsWith('.localhost')
  const allowed = protocol === 'https:' || (protocol === 'http:' && isLoopback)
  return allowed ? url : null
}
