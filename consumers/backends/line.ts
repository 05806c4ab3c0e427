/** A proxy between a shop and the gateway. It records requests, and can drop answers. */
import { createServer, request as send, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SentRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Line {
  /** The address at which the shop reaches the gateway. */
  readonly baseUrl: string
  readonly sent: readonly SentRequest[]
  /** The gateway gets the next requests to this path and works on them; their answers are lost. */
  loseAnswers(path: string, times: number): void
  /** The next request to this path is answered with 401, as when its token has been revoked. */
  refuseToken(path: string): void
  close(): void
}

export async function openLine(gatewayUrl: string): Promise<Line> {
  const { host, hostname, port } = new URL(gatewayUrl)
  const sent: SentRequest[] = []
  let losing = { path: '', times: 0 }
  let refusedPath = ''
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const { method = '', url: path = '', headers } = incoming
      const body = Buffer.concat(chunks)
      sent.push({ method, path, headers, body: body.toString() })
      if (path === refusedPath) {
        refusedPath = ''
        outgoing.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"Unauthorized"}')
        return
      }
      const isLost = path === losing.path && losing.times-- > 0
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
    loseAnswers(path, times) {
      losing = { path, times }
    },
    refuseToken(path) {
      refusedPath = path
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
