import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'

import type { Gateway } from './compare-reads.ts'

/** The overview's statement about its own completeness. */
interface Overview {
  readonly counted_since: string | null
}

interface PortalAnswer {
  readonly cookies: readonly string[]
  readonly body: string
}

/** Requests an address of the portal, as a person who is signed in. */
export type AskPortal = (path: string) => Promise<string>

/** Signs in at the portal of a gateway. */
export async function signIn({ url, headers }: Gateway): Promise<AskPortal> {
  const answer = await fetch(`${new URL(url).origin}/simulators/portal-links`, {
    method: 'POST',
    headers: { 'user-agent': 'bench', ...headers },
  })
  const link = new URL(((await answer.json()) as { url: string }).url)
  const token = link.hash.replace('#link=', '')
  const { cookies } = await callPortal(link, 'POST', '/portal/session', {}, JSON.stringify({ token }))
  const cookie = cookies[0]?.split(';')[0] ?? ''
  return async (path) => (await callPortal(link, 'GET', path, { cookie })).body
}

/** Returns the function that requests the overview. */
export function readOverview(ask: AskPortal): () => Promise<Overview> {
  return async () => JSON.parse(await ask('/portal/transaction-counts')) as Overview
}

/** Waits until all payments are counted. Returns how long that took. */
export async function untilCounted(read: () => Promise<Overview>): Promise<number> {
  const startedAtMs = performance.now()
  while ((await read()).counted_since !== null) await setTimeout(1_000)
  return performance.now() - startedAtMs
}

/** Connects to the machine's own address, as browsers do for names below localhost. */
function callPortal(
  { host, port }: URL,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): Promise<PortalAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: {
          host,
          'user-agent': 'bench',
          'sec-fetch-site': 'same-origin',
          'x-sluice-portal': 'act',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      (answer) =>
        void text(answer).then((received) => {
          if (answer.statusCode !== 200 && answer.statusCode !== 201)
            reject(new Error(`${path} answered ${answer.statusCode}: ${received}`))
          else resolve({ cookies: answer.headers['set-cookie'] ?? [], body: received })
        }, reject),
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
