import type { ActionToken, ClientEnvelope, PaymentLink } from '@sluice/types'
import { FINGERPRINT_RESULTS } from '@sluice/types/vocabulary'
import { expect } from 'vitest'

import { BROWSER_INFO, type CardDetails, type MerchantAtGateway } from './merchant-at-gateway.ts'
import { decodeToken, open, type Page } from './shopper.ts'

/** A valid request for a link. */
export const linkRequest = (at: MerchantAtGateway, changes: Readonly<Record<string, unknown>> = {}) => ({
  terminal_id: at.ready.terminal_id,
  currency: 'EUR',
  amount: 1850,
  transaction_type: 'PURCHASE',
  description: 'Evening course',
  ...changes,
})

/** Creates a link. */
export async function makeLink(
  at: MerchantAtGateway,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<PaymentLink> {
  const { status, text, body } = await at.send<PaymentLink>(
    'POST',
    '/api/payment-links',
    linkRequest(at, changes),
  )
  expect(status, text).toBe(201)
  return body
}

/** Opens the page of a payment link. */
export const look = (url: string): Promise<Page> => open(url, 'document')

/** Presses the button of a link's page. @returns the id of the session; null if the page shows something else. */
export async function begin(
  url: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<{ readonly page: Page; readonly sessionId: string | null }> {
  const page = await open(url, 'document', { lang: 'en', ...fields })
  const { pathname } = new URL(page.location ?? url, url)
  return { page, sessionId: page.status === 303 ? (pathname.split('/').at(-1) ?? null) : null }
}

/** Starts a session at a payable link. */
export async function beginPayment(url: string, fields?: Readonly<Record<string, string>>): Promise<string> {
  const { page, sessionId } = await begin(url, fields)
  if (sessionId === null) throw new Error(`no session: ${page.status} ${page.text}`)
  return sessionId
}

/**
 * Sends a card, and answers the request for a fingerprint.
 *
 * @param at - the merchant of the session, at any of its gateways.
 * @param more - further members of the submission.
 */
export async function submitCard(
  at: MerchantAtGateway,
  sessionId: string,
  card: Partial<CardDetails> = {},
  more: object = {},
) {
  const post = (path: string, body: unknown) =>
    at.sendFromBrowser<ClientEnvelope>('POST', `/api/client/sessions/${sessionId}/${path}`, body)
  const payment_method = { type: 'card', data: await at.seal(card, sessionId) }
  const first = await post('payments', { payment_method, browser_info: BROWSER_INFO, ...more })
  const action = first.status === 200 ? first.body.action : null
  if (action?.type !== 'THREE_DS_2_FINGERPRINT') return first
  const { three_ds_server_trans_id: id }: ActionToken = decodeToken(action.token)
  return post(`three-ds/${id}/request-authentication`, {
    fingerprint_result: FINGERPRINT_RESULTS.Y,
    payment_data: action.payment_data,
  })
}

/** Pays with a card that needs no challenge. */
export async function payByCard(at: MerchantAtGateway, sessionId: string, card: Partial<CardDetails> = {}) {
  const { status, text, body } = await submitCard(at, sessionId, card)
  expect(status, text).toBe(200)
  return body
}
