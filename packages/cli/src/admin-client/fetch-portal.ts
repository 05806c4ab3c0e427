import { request as requestHttp } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'

/** Statuses of responses without a body (RFC 9110 §15.3.5, §15.4.5). */
const WITHOUT_BODY: readonly number[] = [204, 304]

const HTTP_PORT = '80'

/**
 * Sends a request to a portal. Every name below `localhost` is this machine (RFC 6761 §6.3), but not every resolver
 * knows it.
 */
export function fetchPortal(request: Request): Promise<Response> {
  const { protocol, hostname } = new URL(request.url)
  return protocol === 'http:' && hostname.endsWith('.localhost') ? askThisMachine(request) : fetch(request)
}

/**
 * Sends the request like `fetch`, which cannot send another `Host` than the name to which it connects. Redirects
 * are returned as responses.
 */
async function askThisMachine(request: Request): Promise<Response> {
  const { host, port, pathname, search } = new URL(request.url)
  const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer())
  return new Promise((resolve, reject) => {
    const { method, signal } = request
    const headers = { ...Object.fromEntries(request.headers), host }
    const sent = requestHttp(
      { host: '127.0.0.1', port: port || HTTP_PORT, path: pathname + search, method, headers, signal },
      (answer) => {
        const { statusCode: status = 502, headers: given } = answer
        const received = new Headers()
        for (const [name, value] of Object.entries(given))
          for (const one of [value ?? []].flat()) received.append(name, one)
        const text = WITHOUT_BODY.includes(status) ? null : toBody(answer)
        resolve(new Response(text, { status, headers: received }))
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

/** The stream types of Node and of the web differ only by name. */
function toBody(answer: Readable): BodyInit {
  return Readable.toWeb(answer) as ReadableStream<Uint8Array> as unknown as BodyInit
}
