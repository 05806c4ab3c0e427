import type { Server } from 'node:http'

/**
 * Answers also a client that has said, with its last request, that it sends no more. Node ends such a connection as soon as it hears
 * that, and an outcome that takes a moment would be lost on its way.
 */
export function answerHalfClosed(server: Server): void {
  // Node has had it since its beginnings, and its types have not.
  Object.assign(server, { httpAllowHalfOpen: true })
}
