import { vi } from 'vitest'

/** A request as the page sent it. */
export interface SentRequest {
  /** `POST /devices/BCDF-GHJK/approve`: below `/portal`, without the query. */
  readonly name: string
  readonly query: URLSearchParams
  readonly key: string | null
  readonly body: unknown
}

/** The gateway's answer to one request: a body, a whole response, or a function of the request. */
export type Answer = object | Response | ((request: SentRequest) => object | Response | Promise<object>)

/** The gateway's responses, by method and path without the query, such as `GET /settings`, or by the method alone for all others. */
export type Answers = Readonly<Record<string, Answer>>

export interface StubbedGateway {
  /** The requests sent so far, without those for the session. */
  readonly requests: SentRequest[]
  /** Changes the responses from now on. */
  answer(answers: Answers): void
}

/** Returns a refusal as the gateway sends it. */
export function refusal(status: number, body: object = {}): () => Response {
  return () => Response.json(body, { status })
}

/**
 * Answers all requests by a table. A missing request fails the test; callers end the stub with `vi.unstubAllGlobals`.
 */
export function stubGateway(initial: Answers): StubbedGateway {
  const answers = new Map(Object.entries(initial))
  const requests: SentRequest[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const request = readRequest(address, init)
    if (request.name !== 'GET /session') requests.push(request)
    const answer = answers.get(request.name) ?? answers.get(init.method ?? 'GET')
    if (answer === undefined) throw new Error(`The test gateway has no answer to ${request.name}`)
    const given = typeof answer === 'function' ? await answer(request) : answer
    if (given instanceof Response) return given.clone()
    return Response.json(given)
  })
  return {
    requests,
    answer: (more) => Object.entries(more).forEach(([name, answer]) => answers.set(name, answer)),
  }
}

function readRequest(address: string, { method = 'GET', headers, body }: RequestInit): SentRequest {
  const { pathname, search } = new URL(address, location.href)
  return {
    name: `${method} ${pathname.replace(/^\/portal(?=\/)/, '')}`,
    query: new URLSearchParams(search),
    key: new Headers(headers).get('idempotency-key'),
    body: typeof body === 'string' ? (JSON.parse(body) as unknown) : null,
  }
}
