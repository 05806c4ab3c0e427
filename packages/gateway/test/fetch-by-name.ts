import { send } from '@sluice/platform/http/testing/send'

/** The part of `fetch` that tests of production services need. */
export type FetchByName = (
  url: string,
  init?: {
    readonly method?: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string | URLSearchParams
  },
) => Promise<Response>

/** Returns a `fetch` that connects to a port of this machine for every name in the URL, like a proxy that forwards `Host`. */
export function fetchByName(port: number): FetchByName {
  return async (url, { method = 'GET', headers = {}, body } = {}) => {
    const { host, pathname, search } = new URL(url)
    const answer = await send(port, {
      method,
      path: pathname + search,
      headers: { ...headers, host },
      ...(body === undefined ? {} : { body: body.toString() }),
    })
    const response = new Response([204, 304].includes(answer.status) ? null : answer.text, {
      status: answer.status,
    })
    for (const [name, value] of Object.entries(answer.headers))
      for (const one of [value].flat()) if (one !== undefined) response.headers.append(name, one)
    return response
  }
}
