import { type PublicEncryptionKey, sealCard } from '@sluice/card-encryption/encrypt'
import type { HostedPaymentPage } from '@sluice/server-sdk'
import { SAMPLE_BROWSER, TEST_CARDS } from '@sluice/server-sdk/testing'

/** Sends what the payment page sends when the customer pays. @returns the status of the payment. */
export async function payOnPage(
  fetch: typeof globalThis.fetch,
  { redirect_url, session_id }: HostedPaymentPage,
): Promise<string | undefined> {
  const { origin, pathname } = new URL(redirect_url)
  const [clientKey = ''] = pathname.split('/').slice(-2)
  const session = `${origin}/api/client/sessions/${session_id}`
  const headers = { 'x-client-key': clientKey, 'content-type': 'application/json' }
  const opened = (await (await fetch(session, { headers: { 'x-client-key': clientKey } })).json()) as {
    readonly server_time: number
    readonly encryption_keys: { readonly keys: readonly PublicEncryptionKey[] }
  }
  const key = opened.encryption_keys.keys.find(({ alg }) => alg === 'HPKE-7')
  if (!key) throw new Error('no HPKE-7 key')
  const data = await sealCard({
    key,
    context: session_id,
    issuedAtSeconds: opened.server_time,
    card: TEST_CARDS.approved,
  })
  const answer = await fetch(`${session}/payments`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      payment_method: { type: 'card', data },
      browser_info: SAMPLE_BROWSER,
    }),
  })
  const { result } = (await answer.json()) as { readonly result?: { readonly status: string } | null }
  return result?.status
}
