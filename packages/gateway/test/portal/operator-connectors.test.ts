/** Connectors, as operators see them: at the portal, and by the doctor next to a running gateway. */
import { afterAll, beforeAll, expect, it } from 'vitest'

import { startStripeTwin } from '../../../connectors/twins/stripe/twin.ts'
import { describeAtBothGateways } from '../both-gateways.ts'
import { callPortal, OWN_PAGE } from '../at-portal.ts'
import { idOf } from '../elsewhere.ts'
import type { MerchantAtGateway } from '../merchant-at-gateway.ts'
import { openPortalSession } from '../portal-session.ts'
import { openShopAtProvider } from '../shop-at-provider.ts'
import { TestClock } from '../test-clock.ts'

const API_KEY = 'sk_test_seenbyoperators'
const WEBHOOK = 'whsec_c2VlbiBieSBvcGVyYXRvcnM='

const clock = new TestClock()
const twin = await startStripeTwin({ apiKeys: [API_KEY], nowMs: () => clock.now(), signingTimeMs: Date.now })
const shop = openShopAtProvider({
  type: 'stripe',
  url: twin.url,
  apiKey: API_KEY,
  webhook: WEBHOOK,
  account: 'acct-eur',
  methods: ['provider-redirect-idl'],
})
afterAll(async () => {
  await twin.close()
  shop.close()
})

interface Service {
  readonly providers: readonly { readonly id: string; readonly problems: readonly string[] | null }[]
  readonly connectors: readonly { readonly accounts: readonly { readonly last_event_at: string | null }[] }[]
}

describeAtBothGateways(
  'connectors as operators see them',
  (current) => {
    let merchant: MerchantAtGateway
    let cookie: string
    beforeAll(async () => {
      const { gateway } = current()
      merchant = await shop.connect(gateway.ready, clock)
      cookie = await openPortalSession(gateway, null, ['operator'], Date.now() - clock.now())
      twin.webhooks.setEndpoint({
        url: `${gateway.ready.base_url}/api/providers/stripe/callback`,
        secrets: [WEBHOOK],
      })
    })
    const service = async (): Promise<Service> => {
      const answer = await callPortal(current().gateway, '/portal/operator/service', {
        headers: { ...OWN_PAGE, cookie },
      })
      expect(answer.status).toBe(200)
      return answer.body as Service
    }

    it('have declarations, accounts, their health and their last event', async () => {
      const { connectors, providers } = await service()
      expect(providers.find(({ id }) => id === 'stripe')?.problems).toEqual([])
      expect(connectors).toEqual([
        {
          id: 'stripe',
          type: 'stripe',
          title: 'Stripe',
          contract: expect.stringMatching(/^npm stripe /) as string,
          authentication: ['EXTERNAL', 'PROVIDER'],
          operations: expect.arrayContaining(['CAPTURE', 'REFUND', 'VOID']) as string[],
          events: 'HINT',
          methods: expect.arrayContaining(['card', 'provider-redirect-idl']) as string[],
          accounts: [
            {
              id: 'acct-eur',
              authentication: 'PROVIDER',
              state: 'CLOSED',
              last_answered_at: null,
              last_event_at: null,
            },
          ],
        },
      ])
    })

    it('show that the provider answered, and when it last reported something', async () => {
      idOf(await merchant.authorize({ card: { number: '4242424242424242' } }))
      await twin.webhooks.idle()
      const [connector] = (await service()).connectors
      expect(connector?.accounts).toMatchObject([
        {
          last_answered_at: expect.any(String) as string,
          last_event_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
        },
      ])
    })
  },
  { env: { SLUICE_CONFIG_FILE: shop.file }, adapters: { clock } },
)
