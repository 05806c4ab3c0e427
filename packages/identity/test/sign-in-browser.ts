import { createHash, randomBytes } from 'node:crypto'
import { parse } from 'node-html-parser'

import { send } from '@sluice/platform/http/testing/send'

/** One page as a browser has it. */
export interface Shown {
  readonly status: number
  readonly url: URL
  readonly text: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Posts the first form of the page whose action ends so. */
  submit(action: string, fields?: Readonly<Record<string, string>>): Promise<Shown>
}

/** Follows the pages of a sign-in as a browser does: cookies, redirects, forms. It stops where it would leave them. */
export class SignInBrowser {
  readonly cookies = new Map<string, string>()
  readonly #port: number
  readonly #portalUrl: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #localAddress: string

  constructor(
    portalUrl: string,
    port: number,
    headers: Readonly<Record<string, string>> = {},
    localAddress = '127.0.0.1',
  ) {
    this.#portalUrl = portalUrl
    this.#port = port
    this.#headers = headers
    this.#localAddress = localAddress
  }

  open(url: string | URL): Promise<Shown> {
    return this.#fetch(new URL(url, this.#portalUrl), { method: 'GET' })
  }

  post(
    url: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    return this.#fetch(new URL(url, this.#portalUrl), {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
  }

  async #fetch(
    url: URL,
    sent: { method: string; body?: string; headers?: Readonly<Record<string, string>> },
  ): Promise<Shown> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const { status, headers, text } = await send(this.#port, {
      ...sent,
      localAddress: this.#localAddress,
      path: url.pathname + url.search,
      headers: { host: url.host, ...(cookie && { cookie }), ...this.#headers, ...sent.headers },
    })
    for (const line of headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    const { location } = headers
    if (status === 303 && location?.startsWith(`${this.#portalUrl}/realms/`) === true)
      return this.#fetch(new URL(location), { method: 'GET' })
    return {
      status,
      url: status === 303 ? new URL(String(location), this.#portalUrl) : url,
      text,
      headers,
      submit: (action, fields = {}) => {
        const form = parse(text)
          .querySelectorAll('form')
          .find((one) => one.getAttribute('action')?.endsWith(`/${action}`))
        if (!form) throw new Error(`no form ${action} in ${text}`)
        const hidden = Object.fromEntries(
          form
            .querySelectorAll('input')
            .map((input) => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? '']),
        )
        return this.post(form.getAttribute('action') ?? '', { ...hidden, ...fields })
      },
    }
  }
}

/** A verifier and its challenge (RFC 7636). */
export function makePkce() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}
