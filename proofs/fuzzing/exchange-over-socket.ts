import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'

import type { SocketExchange } from './socket-exchanges.ts'

/** Longer than the gateway waits for the rest of a request. A connection that is still open then has leaked. */
const PATIENCE_MS = 60_000

/** Writes everything, ends its side, and returns all bytes that arrive until the connection is closed. */
export async function exchangeOverSocket(port: number, { pieces, hangsUp }: SocketExchange): Promise<Buffer> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  const came: Buffer[] = []
  socket.on('data', (bytes) => came.push(bytes))
  // A server that rejects a request closes the connection while more is being written.
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve, reject) => {
    socket.once('close', () => resolve())
    socket.setTimeout(PATIENCE_MS, () => reject(new Error('the connection stays open')))
  })
  for (const piece of pieces) {
    socket.write(piece)
    await setImmediate()
  }
  if (hangsUp) socket.destroy()
  else socket.end()
  await closed
  return Buffer.concat(came)
}
