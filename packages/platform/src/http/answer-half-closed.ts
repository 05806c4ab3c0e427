import type { Server } from 'node:http'

/**
 * Also answers a client that half-closed its connection after its last request. Node closes such a connection at
 * once, and a response that takes a moment would be lost.
 */
export function answerHalfClosed(server: Server): void {
  // Node has always had this property, but its types lack it.
  Object.assign(server, { httpAllowHalfOpen: true })
}
