/** The part that requests need of a server that responds without a socket, such as Fastify's `inject`. */
export interface InProcessServer {
  inject(request: {
    readonly method: HttpMethod
    readonly url: string
    readonly headers: Record<string, string>
    readonly payload?: Buffer
  }): Promise<{
    readonly statusCode: number
    readonly headers: Readonly<Record<string, number | string | readonly string[] | undefined>>
    readonly rawPayload: Uint8Array
  }>
}

type HttpMethod = 'DELETE' | 'GET' | 'HEAD' | 'OPTIONS' | 'PATCH' | 'POST' | 'PUT'

/** Answers that may have no body: `Response` refuses even an empty one. */
const BODILESS_STATUSES: readonly number[] = [204, 205, 304]

/** The service rejects requests without one, and `fetch` would send its own. */
const USER_AGENT = 'sluice-test-gateway'

/**
 * Creates a `fetch` whose requests go to a server in this process and nowhere else. Redirects are not followed: where
 * they lead may be outside.
 *
 * @param origins - the only ones that are answered; all others are refused connections.
 */
export function createFetchInProcess(
  server: InProcessServer,
  origins: readonly string[],
): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    if (!origins.includes(url.origin)) {
      throw new TypeError('fetch failed', {
        cause: Object.assign(new Error(`connect ECONNREFUSED ${url.origin}`), { code: 'ECONNREFUSED' }),
      })
    }
    request.signal.throwIfAborted()
    const payload = Buffer.from(await request.arrayBuffer())
    const answer = server.inject({
      method: request.method as HttpMethod,
      url: url.pathname + url.search,
      headers: { host: url.host, 'user-agent': USER_AGENT, ...Object.fromEntries(request.headers) },
      ...(payload.length > 0 && { payload }),
    })
    return toResponse(await untilAborted(answer, request.signal), request.url)
  }
}

/** The server continues, as one behind a socket would, although the caller has aborted. */
function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason as Error)
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}

function toResponse(
  { statusCode, headers, rawPayload }: Awaited<ReturnType<InProcessServer['inject']>>,
  url: string,
): Response {
  const body = BODILESS_STATUSES.includes(statusCode) ? null : Uint8Array.from(rawPayload)
  const response = new Response(body, { status: statusCode })
  for (const [name, value] of Object.entries(headers)) {
    for (const one of [value].flat()) if (one !== undefined) response.headers.append(name, String(one))
  }
  Object.defineProperty(response, 'url', { value: url })
  return response
}
