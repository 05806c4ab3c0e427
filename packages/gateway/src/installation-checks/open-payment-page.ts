import type { Secret } from '@sluice/platform/kernel/secret'
import { fetchAsBrowser } from '@sluice/platform/http/fetch-as-browser'

/** The merchant and the service for which a payment page is opened. */
export interface PageOpener {
  readonly clientId: string
  readonly secret: Secret<string>
  readonly terminalId: string
  /** The return URL, with an origin that the terminal allows. */
  readonly returnUrl: string
}

/** The service refused to open a page; the message names the fix. */
export class PageRefusedError extends Error {
  override readonly name = 'PageRefusedError'
}

/** The smallest amount for which every currency with two decimals has a coin. It is never paid. */
const AMOUNT_MINOR = 100

/**
 * Opens a payment page as a merchant's server does, and returns its address. No payment is made, and the session
 * expires.
 *
 * @throws When the service refuses; the message contains its answer. {@link PageRefusedError}
 * @throws When it does not respond.
 */
export async function openPaymentPage(
  {
    baseUrl,
    authUrl,
    realm,
  }: { readonly baseUrl: string; readonly authUrl: string | null; readonly realm: string },
  { clientId, secret, terminalId, returnUrl }: PageOpener,
): Promise<string> {
  const credentials = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: secret.reveal(),
  })
  const token = await post<{ readonly access_token: string }>(
    `${authUrl ?? baseUrl}/realms/${realm}/protocol/openid-connect/token`,
    { 'content-type': 'application/x-www-form-urlencoded' },
    credentials.toString(),
  )
  const page = await post<{ readonly redirect_url?: string }>(
    `${baseUrl}/api/hosted-payment-page`,
    { 'content-type': 'application/json; charset=utf-8', authorization: `Bearer ${token.access_token}` },
    JSON.stringify({
      terminal_id: terminalId,
      reference: crypto.randomUUID(),
      description: 'Check of the payment page',
      currency: 'EUR',
      amount: AMOUNT_MINOR,
      transaction_type: 'PURCHASE',
      return_url: returnUrl,
    }),
  )
  if (page.redirect_url === undefined)
    throw new PageRefusedError(`no payment page could be opened: ${JSON.stringify(page)}`)
  return page.redirect_url
}

async function post<Answer>(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<Answer> {
  const answer = await fetchAsBrowser(url, { method: 'POST', headers, body })
  const problem = `no payment page could be opened: ${url} answered ${answer.status} ${answer.body}`
  if (answer.status >= 500) throw new Error(problem)
  if (answer.status !== 200 && answer.status !== 201) throw new PageRefusedError(problem)
  return JSON.parse(answer.body) as Answer
}
