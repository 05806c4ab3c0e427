import { isLoopbackUrl } from '@sluice/types'

import type { Origins } from './origins.ts'

/**
 * Returns whether an address leads to this service itself: by one of its names, or by any name or number of this
 * machine to a port that it listens at. A proxy in front is known only by its name; requests through it have {@link
 * OUTGOING_MARK}.
 */
export function isOwnAddress(
  url: URL,
  { origins, ports }: { readonly origins: Pick<Origins, 'at'>; readonly ports: ReadonlySet<number> },
): boolean {
  return origins.at(url.host) !== null || (isLoopbackUrl(url.href) && ports.has(portOf(url)))
}

function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port)
  return protocol === 'https:' ? 443 : 80
}
