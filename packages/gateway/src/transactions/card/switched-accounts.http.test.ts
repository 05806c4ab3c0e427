import { beforeEach, expect, it } from 'vitest'

import { AuthenticatingProvider } from '../../../test/authenticating-provider.ts'
import { describeAtBothGateways } from '../../../test/both-gateways.ts'
import { shop } from '../../../test/shopper.ts'

const provider = new AuthenticatingProvider('sim-a', [])

beforeEach(() => {
  provider.reset()
  provider.capabilities = { ...provider.capabilities, authenticatesAt: new Set() }
})

describeAtBothGateways(
  'an account that is switched to authentication by its provider',
  (current) => {
    it('accepts the authentication of a shopper who was at a 3DS server’s challenge meanwhile', async () => {
      const { gateway } = current()
      // The provider authorizes a proven card at once.
      provider.script = []
      provider.told = null
      const first = await gateway.authorize({ flow: 'CHALLENGE' })
      provider.capabilities = { ...provider.capabilities, authenticatesAt: new Set(['sim-a-eur']) }
      const { envelope } = await shop(first, gateway, ['1234'])
      expect(envelope.result).toMatchObject({ status: 'APPROVED' })
      expect(provider.latest.request).toMatchObject({ authentication: { transStatus: 'Y' } })
      expect(provider.latest.request.shopper).toBeUndefined()
      await gateway.advance(10_000)
      expect(provider.undone).toEqual([])
    })
  },
  { adapters: { providers: new Map([[provider.id, provider]]) } },
)
