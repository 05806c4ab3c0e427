import type { IncomingMessage } from 'node:http'

import { requestOnce } from './request-once.ts'

/** Longer than any page of the gateway; a limit, because the other side may be anything. */
const BODY_MAX_BYTES = 16 * 1024 * 1024

const DEADLINE_MS = 15_000

/** The headers that browsers send: some pages respond differently to programs. */
export const BROWSER_HEADERS = {
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'accept-language': 'en',
  'accept-encoding': 'identity',
} as const

export interface BrowserAnswer {
  readonly status: number
  /** Names in lower case; several of one name are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface BrowserRequest {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/**
 * Sends a request as a browser without cookies and with an empty cache does. Redirects are not followed.
 *
 * @throws When no complete answer arrives in 15 seconds, or it exceeds 16 MiB; the message names the reason.
 */
export async function fetchAsBrowser(url: string, request: BrowserRequest = {}): Promise<BrowserAnswer> {
  const { method = 'GET', headers = {}, body } = request
  const response = await requestOnce(url, {
    method,
    deadlineMs: DEADLINE_MS,
    headers: {
      ...BROWSER_HEADERS,
      ...headers,
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
    },
    body,
  })
  return {
    status: response.statusCode ?? 0,
    headers: joinHeaders(response.headersDistinct),
    body: await readBody(response),
  }
}

async function readBody(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length
    // Leaving the loop destroys the connection.
    if (bytes > BODY_MAX_BYTES) throw new Error(`the response is larger than ${BODY_MAX_BYTES} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

function joinHeaders(headers: NodeJS.Dict<string[]>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, values = []]) => [name, values.join(', ')]))
}
