import type { ClientOptions, Fetch } from '../src/client-options.ts'
import { startSystemTimer } from '../src/http/system-timer.ts'

/** Values that no error, log line or object may ever show. */
export const CANARIES = {
  clientSecret: 'canary-client-secret',
  accessToken: 'canary-access-token',
  refreshToken: 'canary-refresh-token',
  cardNumber: '4242424242424242',
} as const

export interface SeenRequest {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly body: string
}

interface Script {
  /** Answers the token endpoint; `count` starts at 1. */
  readonly token?: (form: URLSearchParams, count: number) => Response | Promise<Response>
  /** Answers everything else. */
  readonly api?: (request: SeenRequest, count: number) => Response | Promise<Response>
}

/** A gateway behind `fetch`: it records its requests and returns scripted answers. */
export interface FakeGateway {
  readonly options: ClientOptions
  readonly clock: { ms: number }
  readonly tokenForms: URLSearchParams[]
  readonly tokenRequests: SeenRequest[]
  readonly apiRequests: SeenRequest[]
}

export function createFakeGateway(script: Script = {}): FakeGateway {
  const clock = { ms: Date.UTC(2026, 10, 21, 12) }
  const tokenForms: URLSearchParams[] = []
  const tokenRequests: SeenRequest[] = []
  const apiRequests: SeenRequest[] = []
  const { token = (_, count) => tokenAnswer(count), api = () => json(404, { error: 'Not Found' }) } = script

  const fetch: Fetch = async (request) => {
    const { method, url, headers } = request
    const seen: SeenRequest = { method, url, headers, body: await request.text() }
    if (new URL(url).pathname.endsWith('/protocol/openid-connect/token')) {
      tokenRequests.push(seen)
      tokenForms.push(new URLSearchParams(seen.body))
      return token(tokenForms.at(-1) as URLSearchParams, tokenForms.length)
    }
    apiRequests.push(seen)
    return api(seen, apiRequests.length)
  }

  const options: ClientOptions = {
    baseUrl: 'https://gateway.example',
    authUrl: 'https://id.example',
    realm: 'payments',
    clientId: 'shop',
    clientSecret: CANARIES.clientSecret,
    fetch,
    now: () => clock.ms,
    random: () => 0,
    // Waits between tries are over at once, and the clock is where they ended; limits are kept by real time.
    startTimer(ms, fire, keepsAlive) {
      if (!keepsAlive) return startSystemTimer(ms, fire, keepsAlive)
      clock.ms += ms
      queueMicrotask(fire)
      return () => {}
    },
  }
  return { options, clock, tokenForms, tokenRequests, apiRequests }
}

/** Tokens are numbered by the request that got them. */
export function tokenAnswer(count: number, members: Record<string, unknown> = {}): Response {
  return json(200, {
    access_token: `${CANARIES.accessToken}-${count}`,
    refresh_token: `${CANARIES.refreshToken}-${count}`,
    expires_in: 300,
    refresh_expires_in: 1800,
    token_type: 'Bearer',
    ...members,
  })
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  })
}

/** Returns a promise and the function that settles it, to hold an answer back. */
export function hold<Value>(): {
  readonly promise: Promise<Value>
  readonly release: (value: Value) => void
} {
  let release: (value: Value) => void = () => {}
  const promise = new Promise<Value>((resolve) => (release = resolve))
  return { promise, release }
}
