import { request } from 'node:http'
import { text } from 'node:stream/consumers'

import { seenAnswers } from './shopper.ts'
import type { TestGateway } from './test-gateway.ts'

/** Requests the portal's page as a browser does. */
export const OWN_PAGE = { 'sec-fetch-site': 'same-origin', 'x-sluice-portal': 'act' }

export interface PortalAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: unknown
}

export interface PortalQuestion {
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly at?: 'portalUrl' | 'baseUrl'
}

/** Connects to the address for every name, as browsers do for names below localhost. */
export function callPortal(
  gateway: TestGateway,
  path: string,
  { method = 'GET', body, headers = {}, at = 'portalUrl' }: PortalQuestion = {},
): Promise<PortalAnswer> {
  const addresses = gateway.app.addresses()
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: new URL(addresses.baseUrl).port,
        method,
        path,
        headers: {
          host: new URL(addresses[at]).host,
          'user-agent': 'test',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      (answer) =>
        void text(answer).then((all) => {
          seenAnswers.push(all, JSON.stringify(answer.headers))
          const isJson = answer.headers['content-type']?.startsWith('application/json') && all !== ''
          const received: unknown = isJson ? JSON.parse(all) : all
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: received })
        }, reject),
    )
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

/** Opens the event stream as the portal's page does, and closes it after the first chunk unless it `stays`. */
export function openPortalStream(
  gateway: TestGateway,
  cookie: string,
  { stays = false } = {},
): Promise<PortalAnswer & { readonly ended: Promise<void> }> {
  const addresses = gateway.app.addresses()
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: new URL(addresses.baseUrl).port,
        path: '/portal/api/events',
        headers: {
          ...OWN_PAGE,
          host: new URL(addresses.portalUrl).host,
          'user-agent': 'test',
          'x-sluice-portal': 'watch',
          cookie,
        },
      },
      (answer) => {
        const ended = new Promise<void>((end) => answer.once('close', end))
        answer.on('error', () => undefined)
        answer.once('data', (piece: Buffer) => {
          const text = piece.toString()
          seenAnswers.push(text)
          const body: unknown = answer.statusCode === 200 ? text : JSON.parse(text)
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body, ended })
          if (!stays) sent.destroy()
        })
      },
    )
    sent.on('error', reject)
    sent.end()
  })
}

/** Signs in with a one-time link, and returns the cookie as a browser sends it. */
export async function signInByLink(gateway: TestGateway): Promise<string> {
  const { body } = await gateway.send<{ url: string }>('POST', '/simulators/portal-links')
  const token = new URL(body.url).hash.replace('#link=', '')
  const answer = await callPortal(gateway, '/portal/session', {
    method: 'POST',
    body: { token },
    headers: OWN_PAGE,
  })
  return String(answer.headers['set-cookie']).split(';')[0] ?? ''
}
