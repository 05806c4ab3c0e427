import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { customer, envelope, type Members, transaction } from './records.ts'

/** An answer: its status and its body, `null` for none. */
export interface StandInAnswer {
  readonly status: number
  readonly body: Members | null
}

/** A deployment of the specification that is not ours: it has the specification's endpoints and nothing else. */
export interface StandIn {
  readonly url: string
  /** Bodies of the requests so far, by path. */
  readonly received: Map<string, Members>
  /** Replaces the answers of one path; `null` restores the default ones. */
  answer(path: string, answer: StandInAnswer | null): void
  close(): Promise<void>
}

const ok = (body: Members): StandInAnswer => ({ status: 200, body })

/** The default answer of each endpoint. */
const USUAL: Readonly<Record<string, (body: Members) => StandInAnswer>> = {
  'POST /api/sessions': (body) => ok({ ...body, id: 's-1', status: 'CREATED' }),
  'POST /api/hosted-payment-page': () =>
    ok({ redirect_url: 'https://gateway.example/hpp/payment/k/s-1', session_id: 's-1' }),
  'POST /api/transactions/authorize': () => ok(envelope({ result: transaction })),
  'POST /api/transactions/three-ds/{id}/request-authentication': () => ok(envelope({ result: transaction })),
  'POST /api/transactions/three-ds/authentication-completed': () => ok(envelope({ result: transaction })),
  'POST /api/transactions/payment': () => ok(envelope({ result: transaction })),
  'POST /api/transactions/payout': () => ok(envelope({ result: transaction })),
  'POST /api/transactions/manage': () => ok(transaction),
  'GET /api/transactions/{id}/status': () => ok({ found: true, transaction }),
  'POST /api/customers': () => ok(customer),
}

/** Starts the stand-in on a free port of the loopback address. */
export async function startStandIn(): Promise<StandIn> {
  const received = new Map<string, Members>()
  const replaced = new Map<string, StandInAnswer>()
  const server = createServer((request, response) => {
    void respond(request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(body === null ? undefined : JSON.stringify(body))
    })
  })

  async function respond(request: IncomingMessage): Promise<StandInAnswer> {
    const path = `${request.method} ${templateOf(request.url ?? '')}`
    const sent = await text(request)
    // The specification promises a refresh token; many deployments send none, and some send the lifetime as text.
    if (path.endsWith('/openid-connect/token'))
      return ok({ access_token: 'a.b.c', token_type: 'Bearer', expires_in: '300', scope: '' })
    if (request.headers.authorization !== 'Bearer a.b.c')
      return { status: 401, body: { error: 'Unauthorized' } }
    const body = (sent === '' ? {} : JSON.parse(sent)) as Members
    received.set(path, body)
    return replaced.get(path) ?? USUAL[path]?.(body) ?? { status: 404, body: null }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: (path, answer) => void (answer === null ? replaced.delete(path) : replaced.set(path, answer)),
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function templateOf(path: string): string {
  return path
    .replace(
      /^(\/api\/transactions\/three-ds)\/[^/]+\/request-authentication$/,
      '$1/{id}/request-authentication',
    )
    .replace(/^(\/api\/transactions)\/[^/]+\/status$/, '$1/{id}/status')
}
