import type { RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'

/** Serves a handler of web requests on Node: what `@hono/node-server` and Next do, and Workers, Bun and Deno need not. */
export function serveFetch(handle: (request: Request) => Response | Promise<Response>): RequestListener {
  const respond: (...exchange: Parameters<RequestListener>) => Promise<void> = async (incoming, outgoing) => {
    const headers = Object.entries(incoming.headers).map(
      ([name, value]) => [name, String(value)] as [string, string],
    )
    const { method = 'GET', url = '/' } = incoming
    const body = method === 'GET' ? null : await text(incoming)
    const answer = await handle(new Request(new URL(url, 'http://127.0.0.1'), { method, headers, body }))
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
  }
  return (incoming, outgoing) => {
    respond(incoming, outgoing).catch(() => outgoing.writeHead(500).end())
  }
}
