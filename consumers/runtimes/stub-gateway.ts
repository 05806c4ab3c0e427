import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sampleAnswer } from '@sluice/types/openapi'

export interface StubGateway {
  readonly url: string
  close(): Promise<void>
}

type Answer = (response: ServerResponse, token: string) => void

const session = sampleAnswer('getSession')

/** The outcome of `GET /api/sessions/<name>`. */
const SESSIONS: Readonly<Record<string, Answer>> = {
  found: (response) => json(response, 200, { ...Object(session), status: 'CREATED' }),
  'first-token-refused': (response, token) =>
    token.endsWith('-1')
      ? json(response, 401, { error: 'Unauthorized' })
      : json(response, 200, { ...Object(session), status: 'CREATED' }),
  edge: (response) => response.writeHead(403).end(),
  garbage: (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":'),
  missing: (response) => json(response, 404, { error: 'Not Found' }),
  silent: () => {},
}

/** Stands in for a gateway that fails on demand, and counts the access tokens that each client of each realm asks for. */
export async function startStubGateway(): Promise<StubGateway> {
  const tokens = new Map<string, number>()
  const server = createServer((request, response) => {
    const path = request.url?.split('/').slice(1) ?? []
    if (request.method === 'POST') {
      let body = ''
      request.setEncoding('utf8').on('data', (text: string) => (body += text))
      request.on('end', () => {
        const client = `${path[1]}/${new URLSearchParams(body).get('client_id')}`
        const count = (tokens.get(client) ?? 0) + 1
        tokens.set(client, count)
        const life = { expires_in: 300, token_type: 'Bearer' }
        json(response, 200, { access_token: `${client}-${count}`, ...life })
      })
      return
    }
    if (path[0] === 'tokens') return void response.end(String(tokens.get(`${path[1]}/${path[2]}`) ?? 0))
    const answer = SESSIONS[path[2] ?? ''] ?? SESSIONS['missing']
    answer?.(response, request.headers.authorization ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}
