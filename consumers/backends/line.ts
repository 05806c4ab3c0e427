/** The line between a shop and the gateway: it keeps what is sent, and can lose an answer. */
import { createServer, request as send, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SentRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Line {
  /** Where the shop finds the gateway. */
  readonly baseUrl: string
  readonly sent: readonly SentRequest[]
  /** The gateway gets the next request to this path and works on it; its answer is lost. */
  loseNextAnswer(path: string): void
  close(): void
}

export async function openLine(gatewayUrl: string): Promise<Line> {
  const { host, hostname, port } = new URL(gatewayUrl)
  const sent: SentRequest[] = []
  let lostAt: string | undefined
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const { method = '', url: path = '', headers } = incoming
      const body = Buffer.concat(chunks)
      sent.push({ method, path, headers, body: body.toString() })
      const isLost = path === lostAt
      if (isLost) lostAt = undefined
      const forwarded = send({ hostname, port, method, path, headers: { ...headers, host } }, (answer) => {
        if (isLost) {
          answer.resume().on('end', () => incoming.socket.destroy())
          return
        }
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      })
      forwarded.on('error', () => incoming.socket.destroy())
      forwarded.end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    loseNextAnswer(path) {
      lostAt = path
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
