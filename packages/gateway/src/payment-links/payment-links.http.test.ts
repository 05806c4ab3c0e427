import { randomUUID } from 'node:crypto'

import { loadHostedPage } from '@sluice/hpp-ui/assets'
import type { PaymentLink, PaymentLinkList, Transaction, TransactionList } from '@sluice/types'
import { expect, it } from 'vitest'

import { describeAtBothGateways, otherMerchant } from '../../test/both-gateways.ts'
import {
  begin,
  beginPayment,
  linkRequest,
  look,
  makeLink,
  payByCard,
  submitCard,
} from '../../test/link-shopper.ts'
import { readCode } from '../../test/read-code.ts'

const DAY_MS = 86_400_000
const NO_FUNDS = { number: '4000000000009995' }
const EXPIRED_CARD = { number: '4000000000000069' }

const log: string[] = []

describeAtBothGateways(
  'payment-links',
  (current) => {
    const gateway = () => current().gateway

    const make = (changes?: Readonly<Record<string, unknown>>) => makeLink(gateway(), changes)
    const refuse = async (changes: Readonly<Record<string, unknown>>) => {
      const answer = await gateway().send<{ errors: readonly { property: string; message: string }[] }>(
        'POST',
        '/api/payment-links',
        linkRequest(gateway(), changes),
      )
      expect(answer.status, answer.text).toBe(422)
      return answer.body.errors.map(({ property, message }) => `${property}: ${message}`)
    }
    const read = (id: string) => gateway().get<PaymentLink>(`/api/payment-links/${id}`)
    const deactivate = (id: string) =>
      gateway().send<PaymentLink>('POST', `/api/payment-links/${id}/deactivate`)
    const listed = async (query: string) =>
      (await gateway().get<PaymentLinkList>(`/api/payment-links?${query}`)).data.map(({ id }) => id)
    const endingsOf = async (id: string) =>
      (await gateway().books.of('events', id)).map(({ type, payload }) => {
        const { data } = JSON.parse(String(payload)) as { data: PaymentLink }
        return `${String(type)} ${data.status} ${data.uses}`
      })
    const countSessions = async () => (await current().rowsOf('sessions')).length

    it('can verify cards: nothing is paid, and each valid card counts as a use', async () => {
      const verify = { transaction_type: 'VERIFY', amount: 0, metadata: { simulated_flow: 'NO_3DS' } }
      const link = await make({ ...verify, max_uses: 2 })
      const { text } = await look(link.url)
      expect(text).toContain('Verify card')
      expect(text).toContain('Nothing is charged')
      expect(text).not.toMatch(/Amount to pay|€|0\.00/)
      const sessionId = await beginPayment(link.url)
      const { result } = await payByCard(gateway(), sessionId)
      expect(result?.status).toBe('APPROVED')
      const { data } = await gateway().get<TransactionList>(`/api/transactions?payment_link_id=${link.id}`)
      expect(data).toMatchObject([{ transaction_type: 'VERIFY', amount: 0, status: 'APPROVED' }])
      expect(await read(link.id)).toMatchObject({ uses: 1, status: 'ACTIVE', amount: 0 })
    })

    it('verifies without an amount, and pays with one', async () => {
      expect(await refuse({ transaction_type: 'VERIFY', amount: 1 })).toEqual([
        'amount: must be between 0 and 0',
      ])
      expect(await refuse({ amount: 0 })).toEqual(['amount: must be between 1 and 999999999999'])
      const range = { amount: undefined, amount_range: { min: 1, max: 2 } }
      expect(await refuse({ transaction_type: 'VERIFY', ...range })).toEqual([
        'amount_range: must be absent when nothing is paid',
      ])
    })

    it('can be paid once, at the address in the QR code', async () => {
      const link = await make({
        reference_prefix: 'course',
        metadata: { simulated_flow: 'NO_3DS', room: '12' },
      })
      expect(link).toMatchObject({
        status: 'ACTIVE',
        max_uses: 1,
        uses: 0,
        uses_in_progress: 0,
        amount: 1850,
      })
      expect(readCode({ text: link.qr_svg } as never)).toBe(link.url)
      expect(link.url).toMatch(/\/hpp\/link\/ck_test_[0-9a-f]{32}\/[\w-]{43}$/)
      expect(link.url).not.toContain(link.id)
      expect(Date.parse(link.expires_at) - Date.parse(link.created_at)).toBe(30 * DAY_MS)

      const page = await look(link.url)
      expect([page.status, page.text.includes('€18.50'), page.text.includes('Evening course')]).toEqual([
        200,
        true,
        true,
      ])
      const { result } = await payByCard(gateway(), await beginPayment(link.url))
      expect(result).toMatchObject({ status: 'APPROVED', amount: 1850 })
      expect(result?.reference).toMatch(/^course-[a-z2-7]{12}$/)
      expect(await read(link.id)).toMatchObject({ status: 'USED_UP', uses: 1, uses_in_progress: 0 })
      expect(await endingsOf(link.id)).toEqual(['transaction-svc:payment-link:ended USED_UP 1'])

      const { data } = await gateway().get<TransactionList>(`/api/transactions?payment_link_id=${link.id}`)
      expect(data.map(({ id, payment_link_id }) => [id, payment_link_id])).toEqual([[result?.id, link.id]])
      const [event] = await gateway().books.of('events', result?.id ?? '')
      expect(JSON.parse(String(event?.['payload']))).toMatchObject({
        payload: { payment_link_id: link.id, metadata: { room: '12' } },
      })
      const after = await look(link.url)
      expect([after.status, after.text.includes('Code 2008')]).toEqual([410, true])
    })

    it('creates one link for a repeated request', async () => {
      const key = { 'idempotency-key': randomUUID() }
      const body = linkRequest(gateway())
      const [first, again] = [
        await gateway().send<PaymentLink>('POST', '/api/payment-links', body, key),
        await gateway().send<PaymentLink>('POST', '/api/payment-links', body, key),
      ]
      expect([first.status, again.status]).toEqual([201, 201])
      expect(first.headers.get('location')).toBe(`/api/payment-links/${first.body.id}`)
      expect(again.body).toEqual(first.body)
      const other = await gateway().send('POST', '/api/payment-links', { ...body, amount: 1 }, key)
      expect(other.status).toBe(422)
      // Simulates that the process died before the answer was stored.
      await current().execute('delete from stored_answers')
      const third = await gateway().send<PaymentLink>('POST', '/api/payment-links', body, key)
      expect(third.body.url).toBe(first.body.url)
    })

    it('name every invalid member', async () => {
      expect(await refuse({ amount: undefined })).toEqual(['amount: is required'])
      expect(await refuse({ amount_range: { min: 1, max: 2 } })).toEqual([
        'amount_range: must be absent when amount is given',
      ])
      expect(await refuse({ amount: undefined, amount_range: { min: 500, max: 100 } })).toEqual([
        'amount_range.max: must be between 500 and 999999999999',
      ])
      expect(await refuse({ max_uses: 0 })).toEqual(['max_uses: must be between 1 and 1000000'])
      expect(await refuse({ max_uses: 1_000_001 })).toEqual(['max_uses: must be between 1 and 1000000'])
      expect(await refuse({ reference_prefix: 'a b' })).toEqual(['reference_prefix: has an invalid format'])
      expect(await refuse({ reference_prefix: 'x'.repeat(21) })).toEqual([
        'reference_prefix: has an invalid format',
      ])
      expect(await refuse({ description: '' })).toEqual(['description: length must be at least 1'])
      expect(await refuse({ customer_id: 'nobody' })).toEqual([
        'customer_id: Customer with id nobody not found',
      ])
      expect(await refuse({ languages: ['de'] })).toEqual(['languages.0: must be one of en, bs, ro, sv'])
      expect(await refuse({ terminal_id: 'T99999999999' })).toEqual(['terminal_id: Terminal not found'])
      const past = new Date(gateway().clock.now() - 1).toISOString()
      const far = new Date(gateway().clock.now() + 366 * DAY_MS).toISOString()
      for (const expires_at of [past, far])
        expect((await refuse({ expires_at })).join()).toMatch(/^expires_at: must be between .*Z and .*Z$/)
      expect(await make({ max_uses: null })).toMatchObject({ max_uses: null })
    })

    it('accept only amounts within their range, and name the range or the form', async () => {
      const OUTSIDE = ['4.99', '20.01', '500', '０.５']
      const link = await make({ amount: undefined, amount_range: { min: 500, max: 2000 }, max_uses: 5 })
      expect(link).toMatchObject({ amount: null, amount_range: { min: 500, max: 2000 } })
      const sessions = await countSessions()
      for (const amount of ['', '4.99', '20.01', '-5', '1e1', '0x10', '12.505', 'five', '500', '０.５']) {
        const { page, sessionId } = await begin(link.url, { amount })
        expect([amount, page.status, sessionId]).toEqual([amount, 422, null])
        expect(page.text).toContain(
          OUTSIDE.includes(amount)
            ? 'Enter an amount from €5.00 to €20.00.'
            : 'Enter an amount such as 5.00.',
        )
        expect(page.text).toMatch(/from €5\.00 to €20\.00\./i)
      }
      expect(await countSessions()).toBe(sessions)
      const { result } = await payByCard(gateway(), await beginPayment(link.url, { amount: '12,50' }))
      expect(result).toMatchObject({ status: 'APPROVED', amount: 1250 })

      const fixed = await make()
      const cheap = await payByCard(gateway(), await beginPayment(fixed.url, { amount: '0.01' }))
      expect(cheap.result).toMatchObject({ amount: 1850 })
    })

    it('create no session when the page is only opened', async () => {
      const link = await make()
      const sessions = await countSessions()
      for (const method of ['GET', 'HEAD'])
        for (const agent of ['Mozilla/5.0', 'WhatsApp/2.0', 'Googlebot/2.1'])
          expect((await fetch(link.url, { method, headers: { 'user-agent': agent } })).status).toBe(200)
      expect(await countSessions()).toBe(sessions)
      await beginPayment(link.url)
      expect(await countSessions()).toBe(sessions + 1)
      expect(await read(link.id)).toMatchObject({ uses: 0, uses_in_progress: 0 })
    })

    it('count only approvals: a decline frees its use, a refund does not', async () => {
      const link = await make()
      const declined = await payByCard(gateway(), await beginPayment(link.url), NO_FUNDS)
      expect(declined.result).toMatchObject({ status: 'DECLINED' })
      expect(await read(link.id)).toMatchObject({ status: 'ACTIVE', uses: 0, uses_in_progress: 0 })

      const { result } = await payByCard(gateway(), await beginPayment(link.url))
      const refund = await gateway().post<Transaction>('/api/transactions/manage', {
        terminal_id: gateway().ready.terminal_id,
        reference: result?.reference,
        transaction_type: 'REFUND',
        amount: 1850,
        currency: 'EUR',
      })
      expect(refund).toMatchObject({ status: 'APPROVED', payment_link_id: null })
      expect(await read(link.id)).toMatchObject({ status: 'USED_UP', uses: 1 })
    })

    it('reserve a use for a pending payment, and show the next shopper that someone is paying', async () => {
      const link = await make({ metadata: { simulated_flow: 'CHALLENGE_SUCCESS' } })
      const [first, second] = [await beginPayment(link.url), await beginPayment(link.url)]
      const { action } = await payByCard(gateway(), first)
      expect(action?.type).toBe('THREE_DS_2_CHALLENGE')
      expect(await read(link.id)).toMatchObject({ status: 'ACTIVE', uses: 0, uses_in_progress: 1 })

      const busy = await look(link.url)
      expect([busy.status, busy.text.includes('Someone is paying'), busy.text.includes('2008')]).toEqual([
        409,
        true,
        false,
      ])
      expect((await begin(link.url)).page.status).toBe(409)
      const refused = await submitCard(gateway(), second)
      expect([refused.status, refused.body]).toEqual([
        409,
        expect.objectContaining({ error: 'Conflict', status: 'CREATED', payment_link: 'IN_USE' }),
      ])
      const canceled = await gateway().sendFromBrowser('POST', `/api/client/sessions/${first}/cancel`)
      expect(canceled.status).toBe(200)
      expect(await read(link.id)).toMatchObject({ uses_in_progress: 0 })
      expect((await look(link.url)).status).toBe(200)
    })

    it('release the use of a shopper who left, when the session expires', async () => {
      const link = await make()
      // Waits for a correction, so the use stays reserved.
      const { result } = await payByCard(gateway(), await beginPayment(link.url), EXPIRED_CARD)
      expect(result).toMatchObject({ correctable: true })
      expect(await read(link.id)).toMatchObject({ uses_in_progress: 1 })
      await gateway().advance(61 * 60_000)
      expect(await read(link.id)).toMatchObject({ status: 'ACTIVE', uses: 0, uses_in_progress: 0 })
    })

    it('keep the use of a payment whose outcome is unknown, and count it once it is approved', async () => {
      const link = await make({ metadata: { simulated_fault: 'RESET_AFTER_EXECUTION' } })
      await gateway().hold(async () => {
        const { result } = await payByCard(gateway(), await beginPayment(link.url))
        expect(result).toMatchObject({ status: 'PENDING' })
        expect((await look(link.url)).status).toBe(409)
      })
      await gateway().advance(2_000)
      expect(await read(link.id)).toMatchObject({ status: 'USED_UP', uses: 1, uses_in_progress: 0 })
    })

    it.each(['expires', 'is deactivated'] as const)(
      'refuse a submission if the link %s while the shopper was typing, and finish payments that had begun',
      async (how) => {
        const link = await make({
          max_uses: 3,
          expires_at: new Date(gateway().clock.now() + 600_000).toISOString(),
        })
        const [typing, correcting] = [await beginPayment(link.url), await beginPayment(link.url)]
        const begun = await payByCard(gateway(), correcting, EXPIRED_CARD)
        if (how === 'expires') await gateway().advance(600_000)
        else expect((await deactivate(link.id)).body).toMatchObject({ status: 'DEACTIVATED' })

        const late = await payByCard(gateway(), typing)
        expect(late.result).toMatchObject({
          status: 'INVALID',
          processing_code: '2008',
          response_message: 'Payment link expired',
          errors: [{ property: 'payment_link_id' }],
        })
        expect((await look(link.url)).status).toBe(410)
        expect((await begin(link.url)).page.status).toBe(410)
        const paid = await payByCard(gateway(), correcting)
        expect(paid.result).toMatchObject({ id: begun.result?.id, status: 'APPROVED' })
        const status = how === 'expires' ? 'EXPIRED' : 'DEACTIVATED'
        expect(await read(link.id)).toMatchObject({ status, uses: 1, uses_in_progress: 0 })
        expect(await endingsOf(link.id)).toEqual([`transaction-svc:payment-link:ended ${status} 0`])
      },
    )

    it('end exactly once, for any reason', async () => {
      const link = await make()
      const first = await deactivate(link.id)
      expect([first.status, first.body.status]).toEqual([200, 'DEACTIVATED'])
      const again = await deactivate(link.id)
      expect([again.status, again.body]).toEqual([200, first.body])
      await gateway().advance(40 * DAY_MS)
      expect(await read(link.id)).toMatchObject({ status: 'DEACTIVATED' })
      expect(await endingsOf(link.id)).toHaveLength(1)
    })

    it('are listed, newest first', async () => {
      const [one, two] = [await make(), await make()]
      await deactivate(one.id)
      expect((await listed('limit=2')).toSorted()).toEqual([one.id, two.id].toSorted())
      expect(await listed('status=DEACTIVATED&limit=1')).toEqual([one.id])
      expect(await listed('status=ACTIVE')).toContain(two.id)
      expect(await listed('status=ACTIVE')).not.toContain(one.id)
      expect(await listed('terminal_id=T99999999999')).toEqual([])
      const page = await gateway().get<PaymentLinkList>('/api/payment-links?limit=1')
      const next = await gateway().get<PaymentLinkList>(
        `/api/payment-links?limit=1&cursor=${page.next_cursor ?? ''}`,
      )
      expect(page.data[0]?.id).not.toBe(next.data[0]?.id)
      expect((await gateway().send('GET', '/api/payment-links?status=GONE')).status).toBe(422)
    })

    it('open only with the client key with which they were created', async () => {
      const { ready } = gateway()
      const link = await make()
      const another = `ck_test_${'5'.repeat(32)}`
      await current().execute(
        `insert into client_keys (client_key, merchant_id, status, created_at) values ('${another}', '${ready.merchant_id}', 'ACTIVE', 1)`,
      )
      expect((await look(link.url)).status).toBe(200)
      expect((await look(link.url.replace(ready.client_key, another))).status).toBe(404)
    })

    it('are not found with another key, token or merchant', async () => {
      const other = await otherMerchant(gateway())
      const link = await make()
      const [, token = ''] = link.url.split(`${gateway().ready.client_key}/`)
      const base = gateway().ready.base_url
      for (const path of [
        `${other.ready.client_key}/${token}`,
        `ck_test_${'0'.repeat(32)}/${token}`,
        `${gateway().ready.client_key}/${'A'.repeat(43)}`,
        `${gateway().ready.client_key}/${link.id}`,
        `${gateway().ready.client_key}/${token.slice(0, -1)}`,
      ]) {
        const page = await look(`${base}/hpp/link/${path}`)
        expect([path, page.status, page.text.includes('Code 2009')]).toEqual([path, 404, true])
        expect((await begin(`${base}/hpp/link/${path}`)).page.status).toBe(404)
      }
      for (const [method, path] of [
        ['GET', link.id],
        ['POST', `${link.id}/deactivate`],
        ['GET', randomUUID()],
      ] as const) {
        const answer = await other.send(method, `/api/payment-links/${path}`)
        expect([answer.status, answer.body]).toEqual([404, { error: 'Not Found' }])
      }
      expect(await read(link.id)).toMatchObject({ status: 'ACTIVE' })
    })

    it('create a separate session for each shopper', async () => {
      const link = await make({ max_uses: 2 })
      const [one, two] = [await beginPayment(link.url), await beginPayment(link.url)]
      expect(one).not.toBe(two)
      const paid = await payByCard(gateway(), one)
      const [first, second] = await Promise.all(
        [one, two].map((id) =>
          gateway().sendFromBrowser<{ status: string }>('GET', `/api/client/sessions/${id}/status`),
        ),
      )
      expect([paid.result?.status, first?.body.status, second?.body.status]).toEqual([
        'APPROVED',
        'APPROVED',
        'CREATED',
      ])
    })

    it('free the references of sessions that end unpaid', async () => {
      const link = await make({ reference_prefix: 'visit', max_uses: 2 })
      const held = async () =>
        (await current().rowsOf('references'))
          .map(({ reference }) => String(reference))
          .filter((reference) => reference.startsWith('visit-'))
      await beginPayment(link.url)
      const canceled = await beginPayment(link.url)
      expect(await held()).toHaveLength(2)
      await gateway().sendFromBrowser('POST', `/api/client/sessions/${canceled}/cancel`)
      expect(await held()).toHaveLength(1)
      await gateway().advance(61 * 60_000)
      expect(await held()).toEqual([])
      const { result } = await payByCard(gateway(), await beginPayment(link.url))
      expect(await held()).toEqual([result?.reference])
    })

    it('write their token to no log, column or referrer', async () => {
      const link = await make({ return_url: 'https://shop.example/thanks' })
      const token = link.url.split('/').at(-1) ?? ''
      log.length = 0
      const response = await fetch(link.url, { headers: { 'user-agent': 'Mozilla/5.0' } })
      expect(response.headers.get('referrer-policy')).toBe('no-referrer')
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(await response.text()).not.toContain(token)
      const sessionId = await beginPayment(link.url)
      await payByCard(gateway(), sessionId)
      await expect.poll(() => log.join('')).toContain('/hpp/link/:client_key/:token')
      expect(log.join('')).not.toContain(token)
      for (const book of ['paymentLinks', 'sessions', 'transactions'] as const)
        expect(JSON.stringify(await current().rowsOf(book))).not.toContain(token)
    })

    it('show no link to a shop without a return_url', async () => {
      const { page } = await begin((await make()).url)
      const session = await look(new URL(page.location ?? '', gateway().ready.base_url).href)
      expect(session.status).toBe(200)
      expect(session.text).not.toContain('Back to the shop</')
      const back = await look(`${gateway().ready.base_url}/hpp/link/${gateway().ready.client_key}/returned`)
      expect([back.status, back.text.includes('You can close this page')]).toEqual([200, true])
    })

    it('offer the languages that they list, in that order', async () => {
      const link = await make({ languages: ['sv', 'en'] })
      expect((await look(link.url)).text).toContain('Fortsätt till betalningen')
      expect((await look(`${link.url}?lang=en`)).text).toContain('Continue to payment')
      expect((await look(`${link.url}?lang=ro`)).text).toContain('Fortsätt till betalningen')
      const { page } = await begin(link.url, { lang: 'sv' })
      expect(page.location).toMatch(/\?lang=sv$/)
    })
  },
  {
    env: { SLUICE_LOG_LEVEL: 'info' },
    adapters: { hostedPage: loadHostedPage(), logDestination: { write: (line) => log.push(line) } },
  },
)
