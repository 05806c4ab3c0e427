import type { Server } from 'node:http'

/**
 * Also answers a client that half-closed its connection after its last request. Node closes such a connection at
 * once, and a response that takes a moment would be lost.
 */
export function answerHalfClosed(server: Server): void {
  // Node has had it since its beginnings, and its types have not.
  Object.assign(server, { httpAllowHalfOpen: true })
}
