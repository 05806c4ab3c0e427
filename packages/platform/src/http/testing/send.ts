import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'

/** An answer as it was received. */
export interface WireAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The body as JSON; `undefined` when it is empty. */
  readonly json: unknown
}

export interface Sent {
  readonly method?: string
  readonly path: string
  /** `null` removes the default: a User-Agent, and a content type with a body. */
  readonly headers?: Readonly<Record<string, string | null>>
  readonly body?: string | Uint8Array
  /** Chunks of the body, sent without a length. */
  readonly chunks?: readonly string[]
  /** The local address to send from. */
  readonly localAddress?: string
}

/** Sends one request over a connection of its own. */
export function send(
  port: number,
  { method = 'GET', path, headers = {}, body, chunks, localAddress = '127.0.0.1' }: Sent,
): Promise<WireAnswer> {
  const hasBody = body !== undefined || chunks !== undefined
  const all = {
    'user-agent': 'edge-test/1',
    ...(hasBody && { 'content-type': 'application/json; charset=utf-8' }),
    ...headers,
  }
  const outgoing: OutgoingHttpHeaders = Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== null),
  )
  if (body !== undefined) outgoing['content-length'] = Buffer.byteLength(body)

  return new Promise((resolve, reject) => {
    const outgoingRequest = request({
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: outgoing,
      agent: false,
      localAddress,
    })
    outgoingRequest.on('response', (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const text = Buffer.concat(parts).toString()
        const isJson = response.headers['content-type']?.startsWith('application/json') && text !== ''
        const json: unknown = isJson ? JSON.parse(text) : undefined
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json })
      })
    })
    outgoingRequest.on('error', reject)
    for (const chunk of chunks ?? []) outgoingRequest.write(chunk)
    outgoingRequest.end(body)
  })
}

/** Sends bytes unchanged and returns everything that was received until the server closed. */
export function sendBytes(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (part) => (received += part.toString()))
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
  })
}
