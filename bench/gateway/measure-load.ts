import { Agent, request } from 'node:http'

import { median, quantile } from '../../packages/gateway/test/quantile.ts'

/** A request that is sent once. */
export interface Sent {
  /** The method, by default POST. */
  readonly method?: 'GET' | 'POST'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface LoadOptions {
  /** The headers of every request. */
  readonly headers: Readonly<Record<string, string>>
  readonly clients: number
  /** Throws if an answer is not the expected one. */
  readonly check: (text: string) => void
}

export interface Load {
  readonly perSecond: number
  readonly medianMs: number
  /** The time within which 99 of 100 requests were answered. */
  readonly p99Ms: number
}

/**
 * Sends each of `bodies` to `url` once, with `clients` concurrent keep-alive connections. Returns the answers per
 * second.
 */
export function measureLoad(
  options: LoadOptions & { readonly url: string; readonly bodies: readonly string[] },
): Promise<Load> {
  return measureRequests({ ...options, requests: options.bodies.map((body) => ({ url: options.url, body })) })
}

/** Measures requests that differ in more than their bodies. */
export async function measureRequests(
  options: LoadOptions & { readonly requests: readonly Sent[] },
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.clients })
  const durationsMs: number[] = []
  let next = 0
  const client = async (): Promise<void> => {
    for (let sent = options.requests[next++]; sent !== undefined; sent = options.requests[next++]) {
      const sentAtMs = performance.now()
      const text = await send(agent, options.headers, sent)
      durationsMs.push(performance.now() - sentAtMs)
      options.check(text)
    }
  }
  const startedAtMs = performance.now()
  await Promise.all(Array.from({ length: options.clients }, client))
  const elapsedMs = performance.now() - startedAtMs
  agent.destroy()
  return describeLoad(durationsMs, elapsedMs)
}

/**
 * Sends a fixed number of requests per second, even if earlier ones are unanswered, as customers do. The time of a
 * request counts from when it was due, so it includes the wait for a free connection.
 */
export async function measurePaced(
  options: LoadOptions & { readonly requests: readonly Sent[]; readonly perSecond: number },
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.clients })
  const durationsMs: number[] = []
  const startedAtMs = performance.now()
  await Promise.all(
    options.requests.map(async (sent, at) => {
      const dueAtMs = startedAtMs + (at / options.perSecond) * 1000
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueAtMs - performance.now())))
      const text = await send(agent, options.headers, sent)
      durationsMs.push(performance.now() - dueAtMs)
      options.check(text)
    }),
  )
  const elapsedMs = performance.now() - startedAtMs
  agent.destroy()
  return describeLoad(durationsMs, elapsedMs)
}

function describeLoad(durationsMs: readonly number[], elapsedMs: number): Load {
  return {
    perSecond: (durationsMs.length / elapsedMs) * 1000,
    medianMs: median(durationsMs),
    p99Ms: quantile(durationsMs, 0.99),
  }
}

function send(
  agent: Agent,
  common: Readonly<Record<string, string>>,
  { method = 'POST', url, headers, body }: Sent,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const bytes = body === undefined ? undefined : Buffer.from(body)
    const sent = request(url, {
      agent,
      method,
      headers: {
        'user-agent': 'bench',
        ...common,
        ...headers,
        ...(bytes && { 'content-type': 'application/json', 'content-length': bytes.length }),
      },
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () => {
        const { statusCode = 0 } = response
        if (statusCode < 300) resolve(text)
        else reject(new Error(`${method} ${url} was answered ${statusCode}: ${text}`))
      })
    })
    sent.end(bytes)
  })
}
