import type { IncomingHttpHeaders } from 'node:http'

/**
 * The header of every request that goes to an address which a merchant gave. No gateway takes a request that has it: whoever gives
 * a gateway's own address, by whatever name, does not get the gateway to call itself, where programs of this machine count as its
 * operator.
 */
export const OUTGOING_MARK = 'sluice-outgoing'

/** Whether a gateway sent the request, to an address that a merchant gave. */
export function isMarkedOutgoing(headers: IncomingHttpHeaders): boolean {
  return headers[OUTGOING_MARK] !== undefined
}
