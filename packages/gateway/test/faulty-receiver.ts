import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'

export interface ReceivedWebhook {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Answers a request; `number` is 1 for the first. */
export type Answering = (response: ServerResponse, number: number) => void

export const takeIt: Answering = (response) => void response.writeHead(204).end()

/** A merchant's webhook receiver on this machine, with any behavior that a test needs. */
export class FaultyReceiver {
  readonly received: ReceivedWebhook[] = []
  /** The number of connections that were opened. */
  connections = 0
  answer: Answering
  readonly #server: Server
  readonly #scheme: string

  private constructor(server: Server, scheme: string, answer: Answering) {
    this.#server = server
    this.#scheme = scheme
    this.answer = answer
    server.on('connection', () => (this.connections += 1))
    server.on('request', (request, response: ServerResponse) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        this.received.push({ headers: request.headers, body: Buffer.concat(parts).toString() })
        this.answer(response, this.received.length)
      })
    })
  }

  static async start(
    answer: Answering = takeIt,
    tls?: { readonly key: string; readonly cert: string },
  ): Promise<FaultyReceiver> {
    const server = tls ? createSecureServer(tls) : createServer()
    const receiver = new FaultyReceiver(server, tls ? 'https' : 'http', answer)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return receiver
  }

  get url(): string {
    return `${this.#scheme}://localhost:${(this.#server.address() as AddressInfo).port}/webhooks`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
