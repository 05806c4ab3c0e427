import { createHmac } from 'node:crypto'

/** The provider's response. */
export interface ProviderResponse {
  readonly status: number
  /** Parsed JSON; null if the answer was not JSON. */
  readonly body: Readonly<Record<string, unknown>> | null
}

/** The differences of a request from a valid one. */
export interface Twist {
  readonly secret?: string
  /** Added to the timestamp. */
  readonly secondsOff?: number
  /** Signed in place of the path that is called. */
  readonly signedPath?: string
  /** Signed in place of the body that is sent. */
  readonly signedBody?: string
  readonly unsigned?: true
}

export interface CallProvider {
  post(path: string, body: unknown, twist?: Twist): Promise<ProviderResponse>
  /** Sends a text unchanged. */
  postText(path: string, text: string, twist?: Twist): Promise<ProviderResponse>
  get(path: string): Promise<ProviderResponse>
}

/** Calls a provider as a gateway does. The signature is made here, apart from the code that gateways sign with. */
export function createProviderCaller(options: {
  readonly url: string
  readonly secret: string
  readonly timeoutMs: number
}): CallProvider {
  const base = options.url.endsWith('/') ? options.url.slice(0, -1) : options.url

  const send = async (
    method: string,
    path: string,
    text: string,
    twist: Twist = {},
  ): Promise<ProviderResponse> => {
    const timestamp = String(Math.floor(Date.now() / 1_000) + (twist.secondsOff ?? 0))
    const signature = createHmac('sha256', twist.secret ?? options.secret)
      .update([timestamp, method, twist.signedPath ?? path, twist.signedBody ?? text].join('\n'))
      .digest('base64')
    const response = await fetch(base + path, {
      method,
      headers: {
        'user-agent': 'sluice-provider-suite',
        ...(text !== '' && { 'content-type': 'application/json; charset=utf-8' }),
        ...(!twist.unsigned && { 'sluice-timestamp': timestamp, 'sluice-signature': `v1=${signature}` }),
      },
      ...(text !== '' && { body: text }),
      redirect: 'manual',
      signal: AbortSignal.timeout(options.timeoutMs),
    })
    return { status: response.status, body: readObject(await response.text()) }
  }

  return {
    post: (path, body, twist) => send('POST', path, JSON.stringify(body), twist),
    postText: (path, text, twist) => send('POST', path, text, twist),
    get: (path) => send('GET', path, ''),
  }
}

function readObject(text: string): ProviderResponse['body'] {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as ProviderResponse['body']) : null
  } catch {
    return null
  }
}
