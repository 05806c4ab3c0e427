import type { SandboxCredentials } from '@sluice/types'

import type { Intent } from './intents.ts'

/** The result of a request: a response, a broken connection, or a time-out. */
export type Reply =
  | { readonly kind: 'answer'; readonly status: number; readonly text: string; readonly headers: Headers }
  | { readonly kind: 'lost' | 'hung' }

/** Exceeds every timeout of the gateway in these proofs. */
const HUNG_AFTER_MS = 60_000

/** Sends a merchant's requests, and accepts every response. */
export class Shop {
  readonly #credentials: SandboxCredentials
  #token: Promise<Reply> | null = null

  constructor(credentials: SandboxCredentials) {
    this.#credentials = credentials
  }

  async send(intent: Intent, baseUrl: string): Promise<Reply> {
    this.#token ??= this.#fetchToken()
    const token = await this.#token
    if (token.kind !== 'answer' || token.status !== 200) {
      this.#token = null
      return token
    }
    const { access_token } = JSON.parse(token.text) as { access_token: string }
    const reply = await post(baseUrl + intent.path, intent.body, {
      'content-type': 'application/json',
      authorization: `Bearer ${access_token}`,
      'idempotency-key': intent.key,
    })
    if (reply.kind !== 'answer' || reply.status !== 401) return reply
    this.#token = null
    return this.send(intent, baseUrl)
  }

  #fetchToken(): Promise<Reply> {
    const { client_id, client_secret, auth_url, realm } = this.#credentials
    const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
    return post(`${auth_url}/realms/${realm}/protocol/openid-connect/token`, form.toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    })
  }
}

async function post(url: string, body: string, headers: Readonly<Record<string, string>>): Promise<Reply> {
  const signal = AbortSignal.timeout(HUNG_AFTER_MS)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'user-agent': 'proof', ...headers },
      body,
      signal,
    })
    return {
      kind: 'answer',
      status: response.status,
      text: await response.text(),
      headers: response.headers,
    }
  } catch {
    return { kind: signal.aborted ? 'hung' : 'lost' }
  }
}
