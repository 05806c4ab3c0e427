import { type PublicEncryptionKey, sealCard } from '@sluice/card-encryption/encrypt'
import type { ClientEnvelope, HostedPaymentPage } from '@sluice/types'
import type { TransactionStatus } from '@sluice/types/vocabulary'
import type { Card } from '../cards/card.ts'
import { type KnownOptions, refuseUnknownOptions } from '../refuse-unknown-options.ts'
import { decodeActionToken } from '../three-ds/action-token.ts'
import { fingerprintResult } from '../three-ds/fingerprint.ts'
import { SAMPLE_BROWSER } from './sample-requests.ts'
import { TEST_CARDS } from './test-cards.ts'

/** A customer who pays on a hosted payment page without a browser. */
export interface PageCustomer {
  /**
   * Reaches the gateway: `gateway.fetch` of a test gateway.
   *
   * @defaultValue the runtime's own
   */
  readonly fetch?: typeof globalThis.fetch
  /** @defaultValue `TEST_CARDS.approved` */
  readonly card?: Card
  /**
   * Whether the customer asks to keep the card.
   *
   * @defaultValue `false`
   */
  readonly savesCard?: boolean
}

const PAGE_CUSTOMER: KnownOptions<PageCustomer> = { fetch: true, card: true, savesCard: true }

/**
 * Sends the requests of the hosted payment page when a customer pays, for tests of a shop's server without a browser.
 * The bank collects no fingerprint; a challenge, which some cards cause, stays open.
 *
 * @param page - the response of `client.hostedPaymentPages.create`.
 * @returns the status of the payment; `undefined` while the bank challenges the customer.
 * @throws When the gateway refuses the payment; the message has the answer. {@link Error}
 * @throws When the customer has an unknown member; nothing was sent. {@link ConfigurationError}
 *
 * @example
 * ```ts
 * const page = await gateway.client().hostedPaymentPages.create(request)
 * await payOnPage(page, { fetch: gateway.fetch }) // 'APPROVED'
 * ```
 */
export async function payOnPage(
  { redirect_url, session_id }: HostedPaymentPage,
  customer: PageCustomer = {},
): Promise<TransactionStatus | undefined> {
  refuseUnknownOptions(customer, PAGE_CUSTOMER, 'customer')
  const { fetch = globalThis.fetch, card = TEST_CARDS.approved, savesCard = false } = customer
  const { origin, pathname } = new URL(redirect_url)
  const [clientKey = ''] = pathname.split('/').slice(-2)
  const session = `${origin}/api/client/sessions/${session_id}`
  const headers = { 'x-client-key': clientKey, 'content-type': 'application/json' }
  const opened = await readAnswer<OpenedSession>(await fetch(session, { headers }))
  const key = opened.encryption_keys.keys.find(({ alg }) => alg === 'HPKE-7')
  if (!key) throw new Error(`${session} offers no key for HPKE-7`)
  const data = await sealCard({ key, context: session_id, issuedAtSeconds: opened.server_time, card })
  const send = async (path: string, body: object) =>
    readAnswer<ClientEnvelope>(
      await fetch(`${session}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
    )
  let { action, result } = await send('payments', {
    payment_method: { type: 'card', data },
    browser_info: SAMPLE_BROWSER,
    ...(savesCard && { tokenization: { save_card_for_future_payments: true } }),
  })
  // Once for each provider that the gateway tries.
  while (action?.type === 'THREE_DS_2_FINGERPRINT') {
    const { three_ds_server_trans_id: id } = decodeActionToken(action.token)
    ;({ action, result } = await send(`three-ds/${id}/request-authentication`, {
      fingerprint_result: fingerprintResult('N'),
      payment_data: action.payment_data,
    }))
  }
  return result?.status
}

interface OpenedSession {
  readonly server_time: number
  readonly encryption_keys: { readonly keys: readonly PublicEncryptionKey[] }
}

async function readAnswer<Body>(response: Response): Promise<Body> {
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.url} returned ${response.status}: ${text}`)
  return JSON.parse(text) as Body
}
