import type { ClientEnvelope, ClientSession, PaymentLink } from '@sluice/types'
import { expect, it } from 'vitest'

import { describeAtBothGateways } from '../../test/both-gateways.ts'
import { begin, beginPayment, makeLink, payByCard } from '../../test/link-shopper.ts'
import { BROWSER_INFO } from '../../test/merchant-at-gateway.ts'

const OPTIONAL = { save_card_for_future_payments: false, show_save_card_for_future_payments: true }

/** Anyone who has the address of a link can open it. */
describeAtBothGateways(
  'strangers at a payment link',
  (current) => {
    const gateway = () => current().gateway
    const read = (id: string) => gateway().get<PaymentLink>(`/api/payment-links/${id}`)
    const browse = <T>(method: string, sessionId: string, tail = '', body?: unknown, ip = '203.0.113.9') =>
      gateway().send<T>(method, `/api/client/sessions/${sessionId}${tail}`, body, {
        'x-client-key': gateway().ready.client_key,
        authorization: '',
        'x-forwarded-for': ip,
      })
    const transferIn = (sessionId: string, ip?: string) => {
      const payment_method = { type: 'payment_bank_transfer', data: {} }
      const body = { payment_method, browser_info: BROWSER_INFO }
      return browse<ClientEnvelope>('POST', sessionId, '/payments', body, ip)
    }
    const transfer = async (link: PaymentLink, ip?: string) => transferIn(await beginPayment(link.url), ip)
    const toldOf = ({ status, body }: Awaited<ReturnType<typeof transfer>>) =>
      status === 200 ? body.result?.status : (body as { payment_link?: string }).payment_link

    it('see no saved card of its customer, and cannot pay with one', async () => {
      const { body: customer } = await gateway().send<{ id: string }>('POST', '/api/customers', {
        email: 'ada@example.com',
      })
      const { result: saved } = await gateway().authorize({
        flow: 'NO_METHOD_FRICTIONLESS',
        body: {
          customer: { id: customer.id },
          tokenization: {
            save_card_for_future_payments: true,
            tokenize_for: 'CUSTOMER_INITIATED_TRANSACTION',
          },
        },
      })
      const payment_method_id = saved?.payment_method.token ?? ''
      const payWith = async (sessionId: string) => {
        const { encrypted_cvv } = await gateway().seal({}, sessionId)
        const payment_method = { type: 'saved_card', data: { payment_method_id, encrypted_cvv } }
        return browse<ClientEnvelope>('POST', sessionId, '/payments', {
          payment_method,
          browser_info: BROWSER_INFO,
        })
      }
      const link = await makeLink(gateway(), { customer_id: customer.id, tokenization: OPTIONAL })
      const atLink = await beginPayment(link.url)
      const shown = await browse<ClientSession>('GET', atLink)
      expect(shown.body).toMatchObject({ saved_cards: [], tokenization: 'OPT_IN' })
      const refused = await payWith(atLink)
      const { session_id: hosted } = await gateway().post<{ session_id: string }>(
        '/api/hosted-payment-page',
        gateway().sessionRequest({ customer_id: customer.id, metadata: { simulated_flow: 'NO_3DS' } }),
      )
      // The same card, on a page that the merchant made for this customer.
      expect((await browse<ClientSession>('GET', hosted)).body.saved_cards).toMatchObject([
        { payment_method_id },
      ])
      expect((await payWith(hosted)).status).toBe(200)
      expect([refused.status, refused.body]).toEqual([
        422,
        expect.objectContaining({
          errors: [expect.objectContaining({ property: 'payment_method.data.payment_method_id' })],
        }),
      ])
      expect(await read(link.id)).toMatchObject({ uses: 0, uses_in_progress: 0 })
    })

    it('get no long texts back that they send as amount or language', async () => {
      const link = await makeLink(gateway(), {
        amount: undefined,
        amount_range: { min: 100, max: 5_000 },
      })
      const long = '"'.repeat(20_000)
      const { page: refused } = await begin(link.url, { amount: long })
      expect(refused.status).toBe(422)
      expect(refused.text.split('&quot;').length).toBeLessThan(100)
      const { page: begun } = await begin(link.url, { amount: '12.50', lang: 'x'.repeat(60_000) })
      expect([begun.status, begun.location?.includes('lang')]).toEqual([303, false])
    })

    it('reserve half of its uses with unpaid transfers, and the rest stays for others', async () => {
      const link = await makeLink(gateway(), { max_uses: 4 })
      for (const told of ['PENDING', 'PENDING', 'IN_USE', 'IN_USE'])
        expect(toldOf(await transfer(link))).toBe(told)
      expect(await read(link.id)).toMatchObject({ uses_in_progress: 2 })
      // A card is paid at once, whoever else pays from the same address.
      const { result } = await payByCard(gateway(), await beginPayment(link.url))
      expect(result).toMatchObject({ status: 'APPROVED' })
      expect(toldOf(await transfer(link, '198.51.100.7'))).toBe('PENDING')
      expect(await read(link.id)).toMatchObject({ uses: 1, uses_in_progress: 3 })
    })

    it('are counted by the network that an internet provider assigns to one customer', async () => {
      const link = await makeLink(gateway(), { max_uses: 2 })
      expect(toldOf(await transfer(link, '2001:db8:1:2::1'))).toBe('PENDING')
      expect(toldOf(await transfer(link, '2001:db8:1:2:3::4'))).toBe('IN_USE')
      expect(toldOf(await transfer(link, '2001:db8:9:2::1'))).toBe('PENDING')
    })

    it('leave a quarter of its uses to others, whatever part of a network they have', async () => {
      const link = await makeLink(gateway(), { max_uses: 8 })
      const told = []
      for (let part = 1; part <= 7; part += 1)
        told.push(toldOf(await transfer(link, `2001:db8:7:${part}::1`)))
      expect(told).toEqual([...Array.from({ length: 6 }, () => 'PENDING'), 'IN_USE'])
      expect(toldOf(await transfer(link, '2001:db8:8:1::1'))).toBe('PENDING')
      expect(await read(link.id)).toMatchObject({ uses_in_progress: 7 })
    })

    it('reserve no more by transfers that correct declined cards', async () => {
      const link = await makeLink(gateway(), { max_uses: 4 })
      const declined = []
      for (let place = 0; place < 3; place += 1) {
        const sessionId = await beginPayment(link.url)
        const { result } = await payByCard(gateway(), sessionId, { number: '4000000000000069' })
        expect(result).toMatchObject({ status: 'DECLINED', correctable: true })
        declined.push(sessionId)
      }
      const told = await Promise.all(declined.map(async (sessionId) => toldOf(await transferIn(sessionId))))
      expect(told.toSorted()).toEqual(['IN_USE', 'PENDING', 'PENDING'])
      expect(await read(link.id)).toMatchObject({ uses: 0, uses_in_progress: 3 })
      // The card form is still offered to visitors who may not transfer.
      const refused = declined[told.indexOf('IN_USE')] ?? ''
      const { result } = await payByCard(gateway(), refused)
      expect(result).toMatchObject({ status: 'APPROVED' })
    })

    it('reserve no more when they begin at once', async () => {
      const link = await makeLink(gateway(), { max_uses: 10 })
      const told = await Promise.all(Array.from({ length: 9 }, async () => toldOf(await transfer(link))))
      expect(told.filter((each) => each === 'PENDING')).toHaveLength(3)
      expect(told.filter((each) => each === 'IN_USE')).toHaveLength(6)
      expect(await read(link.id)).toMatchObject({ uses_in_progress: 3 })
    })

    it('are not limited if the link is not', async () => {
      const link = await makeLink(gateway(), { max_uses: null })
      for (let place = 0; place < 4; place += 1) expect(toldOf(await transfer(link))).toBe('PENDING')
    })

    it('can reserve the only use of a link with a transfer', async () => {
      const link = await makeLink(gateway())
      expect(toldOf(await transfer(link))).toBe('PENDING')
      expect(await read(link.id)).toMatchObject({ uses_in_progress: 1 })
    })
  },
  { env: { SLUICE_TRUSTED_PROXIES: '127.0.0.1' } },
)
