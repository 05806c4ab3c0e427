import type { Envelope } from '@sluice/types'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { AuthenticatingProvider } from '../../../test/authenticating-provider.ts'
import { describeAtBothGateways } from '../../../test/both-gateways.ts'
import { open } from '../../../test/shopper.ts'

const provider = new AuthenticatingProvider('sim-a', ['sim-a-eur'])

beforeEach(() => {
  provider.reset()
})
afterEach(() => {
  vi.restoreAllMocks()
})

describeAtBothGateways(
  'steps of providers that authenticate by themselves',
  (current) => {
    const returnUrl = () => provider.latest.request.shopper?.returnUrl ?? ''
    const statusOf = ({ action, redirect, form_submit: form }: Envelope) =>
      current().gateway.status((action ?? redirect ?? form)?.transaction_id ?? '')

    it('a form may lead to another page of the acquirer’s company', async () => {
      provider.form = true
      await current().gateway.authorize()
      const back = await fetch(`${returnUrl()}?token=wrong`, {
        headers: { 'user-agent': 'Mozilla/5.0 (test shopper)', 'sec-fetch-dest': 'document' },
      })
      expect(await back.text()).toContain('action="https://acquirer.example/pay"')
      expect(back.headers.get('content-security-policy')).toMatch(/form-action https: /)
    })

    describe('the data that a browser returns', () => {
      const BROUGHT_MAX_BYTES = 16_384
      const ADDRESS_MAX_BYTES = 8_192
      const post = (bytes: number) => {
        const query = `token=${provider.latest.token}`
        return open(`${returnUrl()}?${query}`, 'document', {
          p: 'a'.repeat(bytes - query.length - 'p='.length),
        })
      }
      const get = (bytes: number) => {
        const url = `${returnUrl()}?token=${provider.latest.token}&p=`
        const path = url.slice(new URL(url).origin.length)
        return open(`${url}${'a'.repeat(bytes - path.length)}`, 'document')
      }

      it.each([
        ['in a form', () => post(BROUGHT_MAX_BYTES)],
        ['in the address', () => get(ADDRESS_MAX_BYTES)],
      ] as const)('may be as long as the limit: %s', async (_, bring) => {
        const continued = vi.spyOn(provider, 'continue')
        const envelope = await current().gateway.authorize()
        expect((await bring()).location).toBe(current().gateway.returnUrl)
        expect(await statusOf(envelope)).toMatchObject({ status: 'APPROVED' })
        const [[{ brought }]] = continued.mock.calls as [Parameters<typeof provider.continue>]
        if (brought.kind !== 'return') throw new Error('no return')
        expect(`${brought.query}${brought.body}`).toMatch(/^token=.*p=a{7000,}$/)
      })

      it.each([
        ['in a form', () => post(BROUGHT_MAX_BYTES + 1), 400],
        ['in the address', () => get(ADDRESS_MAX_BYTES + 1), 414],
      ] as const)(
        'is refused one byte above that %s, and the shopper can go on',
        async (_, bring, status) => {
          const envelope = await current().gateway.authorize()
          expect((await bring()).status).toBe(status)
          expect(provider.calls).toEqual(['authorize'])
          expect(await statusOf(envelope)).toMatchObject({ status: 'PENDING' })
          // The page of the step leads to the acquirer again.
          const again = await open(envelope.redirect?.url ?? '', 'document')
          expect(again.location).toBe('https://acquirer.example/pay')
          await open(`${returnUrl()}?token=${provider.latest.token}`, 'document')
          expect(await statusOf(envelope)).toMatchObject({ status: 'APPROVED' })
          expect(provider.moved).toHaveLength(1)
        },
      )
    })

    it('a program that previews the return URL takes no step', async () => {
      const envelope = await current().gateway.authorize()
      const headers = { 'user-agent': 'Mozilla/5.0 (test scanner)' }
      const looked = await fetch(returnUrl(), { method: 'HEAD', headers, redirect: 'manual' })
      expect(looked.status).toBe(405)
      expect(provider.calls).toEqual(['authorize'])
      await open(`${returnUrl()}?token=${provider.latest.token}`, 'document')
      expect(await statusOf(envelope)).toMatchObject({ status: 'APPROVED' })
    })

    it.each(['C', 'Y'])('a repeated CRes with %s is no result of the next round', async (transStatus) => {
      provider.script = ['challenge', 'challenge']
      const envelope = await current().gateway.authorize()
      const { latest } = provider
      const [first, second] = latest.steps
      if (first?.kind !== 'challenge' || second?.kind !== 'challenge') throw new Error('no challenges')
      // Both rounds are of one authentication.
      latest.steps[1] = { ...second, threeDsServerTransId: first.threeDsServerTransId }
      const notice = { threeDSServerTransID: first.threeDsServerTransId, acsTransID: first.acsTransId }
      const cres = Buffer.from(JSON.stringify({ ...notice, transStatus })).toString('base64url')
      const post = () => open(latest.request.shopper?.notificationUrl ?? '', 'iframe', { cres })
      await post()
      await post()
      expect(provider.calls).toEqual(['authorize', 'continue'])
      expect(await statusOf(envelope)).toMatchObject({ status: 'PENDING' })
    })

    it('a cancellation that follows a slow continuation is not mistaken for that of a dead worker', async () => {
      provider.decides = 'decline'
      const envelope = await current().gateway.authorize()
      const cancel = provider.cancelOrder.bind(provider)
      vi.spyOn(provider, 'cancelOrder').mockImplementationOnce(async (cancellation) => {
        await current().gateway.advanceRealTime(61_000)
        return cancel(cancellation)
      })
      await open(`${returnUrl()}?token=${provider.latest.token}`, 'document')
      expect(await statusOf(envelope)).toMatchObject({ status: 'DECLINED' })
      expect(provider.calls.filter((call) => call === 'cancel')).toHaveLength(1)
    })
  },
  { adapters: { providers: new Map([[provider.id, provider]]) } },
)
