import type { IncomingHttpHeaders } from 'node:http'

/**
 * The header of every request that goes to an address which a merchant gave. No gateway accepts a request with it: a
 * merchant who gives a gateway's own address, under any name, cannot make the gateway call itself, where programs of
 * this machine count as its operator.
 */
export const OUTGOING_MARK = 'sluice-outgoing'

/** Returns whether a gateway sent the request, to an address that a merchant gave. */
export function isMarkedOutgoing(headers: IncomingHttpHeaders): boolean {
  return headers[OUTGOING_MARK] !== undefined
}
