import { createClient } from '@sluice/server-sdk'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { type ForeignProvider, startForeignProvider } from './foreign-provider.ts'
import { startTestGateway, type TestGateway } from './test-gateway.ts'

const MERCHANT_ROLES = { realm_access: { roles: ['merchant'] } }

describe.each([true, false])(
  'the SDK with an identity provider of the operator (refresh tokens: %s)',
  (refreshTokens) => {
    let provider: ForeignProvider
    let gateway: TestGateway
    let merchantId: string | undefined

    async function start(claims: Record<string, unknown>) {
      provider = await startForeignProvider({
        clientId: 'shop',
        clientSecret: 'a secret of some length',
        audience: 'our-payments',
        claims: () => ({ merchant_id: merchantId, ...claims }),
        refreshTokens,
      })
      gateway = await startTestGateway({
        env: { SLUICE_TRUSTED_ISSUER: provider.issuer, SLUICE_TRUSTED_ISSUER_AUDIENCE: 'our-payments' },
      })
      merchantId = gateway.ready.merchant_id
      let nowMs = Date.now()
      const client = createClient({
        baseUrl: gateway.ready.base_url,
        authUrl: provider.origin,
        realm: 'shop',
        clientId: 'shop',
        clientSecret: 'a secret of some length',
        now: () => nowMs,
      })
      return { client, passMs: (ms: number) => (nowMs += ms) }
    }

    // The library warns about a body that was read before it.
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    afterEach(async () => {
      await gateway.close()
      provider.close()
    })

    it('gets tokens there, renews them in time, and is authenticated by them', async () => {
      const { client, passMs } = await start(MERCHANT_ROLES)
      const { id } = await client.customers.create({ email: 'ada@example.com' })
      await expect(client.customers.get(id)).resolves.toMatchObject({ email: 'ada@example.com' })
      expect(provider.grants).toEqual(['client_credentials'])

      for (let renewals = 1; renewals <= 2; renewals += 1) {
        passMs(280_000)
        await client.customers.get(id)
        expect(provider.grants).toHaveLength(1 + renewals)
        expect(provider.grants.at(-1)).toBe(refreshTokens ? 'refresh_token' : 'client_credentials')
      }
    })

    it('reports what its client may not do', async () => {
      const { client } = await start({ realm_access: { roles: ['transactions:read'] } })
      await expect(client.customers.create({ email: 'ada@example.com' })).rejects.toMatchObject({
        code: 'permission_denied',
        blockedAtEdge: false,
      })
      await expect(client.transactions.status('nothing')).resolves.toEqual({
        found: false,
        transaction: null,
      })
    })
  },
)
