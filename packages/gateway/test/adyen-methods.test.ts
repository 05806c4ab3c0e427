/** Tests every payment method of Adyen's connector through a whole gateway and Adyen's twin, from payment to refund. */
import { METHODS } from '../../connectors/src/adyen/methods.ts'
import type { Envelope, Transaction } from '@sluice/types'
import { currencyExponent, PAYMENT_METHODS } from '@sluice/types/vocabulary'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { startAdyenTwin } from '../../connectors/twins/adyen/twin.ts'
import { describeAtBothGateways } from './both-gateways.ts'
import { paymentRequest, redirectRequest } from './elsewhere.ts'
import type { MerchantAtGateway } from './merchant-at-gateway.ts'
import { expectMoneyToAddUp } from './money-invariant.ts'
import { challengeForm, decodeToken, findForm, messageOf, open } from './shopper.ts'
import { openShopAtProvider } from './shop-at-provider.ts'
import { TestClock } from './test-clock.ts'

const API_KEY = 'AQEyhmfxK4LJahZCw0m_n3Q5qf3Vvtwin'
const HMAC_KEY = '44782def547aaa06c910c43932b1eb0c71fc68d9d0c057550c48ec2acf6ba056'
const ACCOUNT = 'TwinMerchantECOM'

const ORDERS = METHODS.flatMap(({ type, currencies, refunds }) =>
  currencies === 'all' ? [] : [[type, currencies, refunds] as const],
)
/** The methods by their names in requests. */
const NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(PAYMENT_METHODS).map(([name, type]) => [type, name]),
)
const COUNTRIES: Readonly<Record<string, string>> = {
  INR: 'IN',
  SGD: 'SG',
  THB: 'TH',
  BRL: 'BR',
  MYR: 'MY',
  SEK: 'SE',
}

const clock = new TestClock()
const twin = await startAdyenTwin({
  apiKeys: [API_KEY],
  merchantAccounts: [ACCOUNT],
  hmacKey: HMAC_KEY,
  nowMs: () => clock.now(),
})
const shop = openShopAtProvider({
  type: 'adyen',
  url: twin.url,
  apiKey: API_KEY,
  webhook: HMAC_KEY,
  account: ACCOUNT,
  methods: ORDERS.map(([type]) => type),
})

afterAll(async () => {
  const { source, checked, breaches } = twin.contract()
  process.stdout.write(`adyen through a gateway, ${source}: checked ${JSON.stringify(checked)}\n`)
  await twin.close()
  shop.close()
  expect([breaches, twin.crashes(), twin.misuses()]).toEqual([[], [], []])
})

describeAtBothGateways(
  'every payment method at Adyen',
  (current) => {
    let merchant: MerchantAtGateway
    beforeAll(async () => {
      const { ready } = current().gateway
      merchant = await shop.connect(ready, clock)
      twin.webhooks.setUrl(`${ready.base_url}/api/providers/adyen/callback`)
    })
    afterEach(async () => {
      twin.faults.clear()
      await expectMoneyToAddUp((query) => current().gateway.books.query(query))
    })

    const statusOf = async (id: string): Promise<Transaction> =>
      (await merchant.get<{ transaction: Transaction }>(`/api/transactions/${id}/status`)).transaction
    /** Delivers the webhooks, and lets the gateway apply them. */
    const settle = async (id: string): Promise<Transaction> => {
      await twin.webhooks.idle()
      await current().gateway.advanceRealTime(3_000)
      return statusOf(id)
    }
    const manage = async (parent: Transaction, transaction_type: string, amount: number) => {
      const { terminal_id, currency, reference } = parent
      const request = { terminal_id, currency, reference, transaction_type, amount }
      return settle((await merchant.post<Transaction>('/api/transactions/manage', request)).id)
    }
    const lastPsp = () => [...twin.world.payments.keys()].at(-1) ?? ''
    const book = () => twin.books().at(-1)
    const idIn = ({ result, action, redirect, form_submit: form }: Envelope) =>
      result?.id ?? (action ?? redirect ?? form)?.transaction_id ?? ''

    /** Completes a card payment through every page, as the shopper's browser. */
    async function pay(number: string, choice: 'approve' | 'decline', body: object = {}) {
      let envelope = await merchant.authorize({ card: { number }, body: { ...body } })
      const id = idIn(envelope)
      const steps: string[] = []
      for (;;) {
        const { action, redirect } = envelope
        if (redirect) {
          steps.push('redirect')
          const page = await open(redirect.url, 'document')
          const bank = await open(page.location ?? '', 'document', { choice })
          await open(bank.location ?? '', 'document')
          break
        }
        if (!action) break
        const token = decodeToken(action.token)
        if (action.type === 'THREE_DS_2_FINGERPRINT') {
          steps.push('fingerprint')
          const result = Buffer.from('{"threeDSCompInd":"Y"}').toString('base64')
          const { three_ds_server_trans_id: transId } = token
          envelope = await merchant.requestAuthentication(transId, result, action.payment_data)
        } else {
          steps.push('challenge')
          await open(token.acs_url ?? '', 'iframe', challengeForm(token))
          const form = findForm(await open(token.acs_url ?? '', 'iframe', { choice }), 'cres')
          const page = await open(form?.action ?? '', 'iframe', form?.fields)
          const told = messageOf(page)?.['trans_status'] ?? ''
          envelope = await merchant.completeAuthentication(action.payment_data, action.session_id, told)
        }
      }
      return { steps, transaction: await settle(id) }
    }

    it.each([
      ['4111111111111111', 'approve', [], 'APPROVED', '0000'],
      ['5201281505129736', 'approve', ['fingerprint'], 'APPROVED', '0000'],
      ['4917610000000000', 'approve', ['fingerprint', 'challenge'], 'APPROVED', '0000'],
      ['4917610000000000', 'decline', ['fingerprint', 'challenge'], 'DECLINED', '3001'],
      ['4212345678901237', 'approve', ['redirect'], 'APPROVED', '0000'],
      ['4212345678901237', 'decline', ['redirect'], 'DECLINED', '3001'],
      ['4000000000000002', 'approve', [], 'DECLINED', '1000'],
    ] as const)('card %s, %s: %o, then %s %s', async (number, choice, steps, status, processing_code) => {
      const paid = await pay(number, choice)
      expect(paid).toMatchObject({ steps, transaction: { status, processing_code } })
      expect(book()).toMatchObject({ captured: status === 'APPROVED' ? 10_000 : 0, held: 0 })
    })

    it('demands a challenge after a soft decline, at the same account, and is paid once', async () => {
      const before = twin.books().length
      twin.world.planned.push({ reference: /./, behaviour: { threeDs: 'none', refusal: '38' } })
      const { steps, transaction } = await pay('4111111111111111', 'approve')
      expect(steps).toEqual(['fingerprint', 'challenge'])
      expect(transaction).toMatchObject({ status: 'APPROVED', processing_code: '0000' })
      expect(twin.books().slice(before)).toMatchObject([
        { status: 'refused', captured: 0 },
        { status: 'authorised', captured: 10_000 },
      ])
    })

    it('captures a part after a challenge, and refunds twice', async () => {
      const { transaction } = await pay('4917610000000000', 'approve', { transaction_type: 'AUTHORIZE' })
      expect(book()).toMatchObject({ held: 10_000, captured: 0 })
      const captured = await manage(transaction, 'CAPTURE', 6_000)
      expect(captured).toMatchObject({ status: 'APPROVED', amount: 6_000 })
      for (const amount of [1_000, 1_000])
        expect(await manage(captured, 'REFUND', amount)).toMatchObject({ status: 'APPROVED', amount })
      expect(book()).toMatchObject({ captured: 6_000, refunded: 2_000 })
    })

    it('releases a hold, and reverses a whole purchase', async () => {
      const held = await pay('4111111111111111', 'approve', { transaction_type: 'AUTHORIZE' })
      expect(await manage(held.transaction, 'VOID', 10_000)).toMatchObject({ status: 'APPROVED' })
      expect(book()).toMatchObject({ status: 'cancelled', held: 0, captured: 0 })
      const bought = await pay('4212345678901237', 'approve')
      expect(await manage(bought.transaction, 'VOID', 10_000)).toMatchObject({ status: 'APPROVED' })
      const { captured = 0, refunded = 0 } = book() ?? {}
      expect(captured - refunded).toBe(0)
    })

    const orders = ORDERS.flatMap(([type, currencies, refunds]) =>
      currencies.map((currency) => [type, currency, refunds] as const),
    )

    describe.each(orders)('%s in %s', (type, currency, refunds) => {
      const amount = 100 * 10 ** currencyExponent(currency)

      async function order() {
        const name = NAMES[type]
        const country = COUNTRIES[currency]
        const [path, request] = name
          ? [
              '/api/transactions/payment',
              paymentRequest(merchant, { method: name, currency, amount, ...(country && { country }) }),
            ]
          : [
              '/api/transactions/authorize',
              redirectRequest(merchant, type, {
                currency,
                amount,
                ...(type === 'partner-blik' && { blikCode: '777123' }),
              }),
            ]
        const id = idIn(await merchant.post<Envelope>(path, request))
        return { id, psp: lastPsp() }
      }

      it('is paid, and refunded in two parts if it is declared with refunds', async () => {
        const { id, psp } = await order()
        expect(await settle(id)).toMatchObject({ status: 'PENDING', processing_code: '1002' })
        twin.shopper.endOrder(psp, true)
        const paid = await settle(id)
        expect(paid).toMatchObject({ status: 'APPROVED', processing_code: '0000', amount, currency })
        if (refunds === 'none') {
          expect(await manage(paid, 'REFUND', amount)).toMatchObject({ processing_code: '2010' })
          return
        }
        for (let part = 0; part < 2; part += 1) {
          const refund = await manage(paid, 'REFUND', amount / 2)
          expect(refund).toMatchObject({ status: 'APPROVED', amount: amount / 2 })
        }
        const { captured, refunded } = book() ?? {}
        expect(refunded).toBe(captured)
      })

      it('ends without money if the shopper declines', async () => {
        const { id, psp } = await order()
        twin.shopper.endOrder(psp, false)
        expect((await settle(id)).status).toMatch(/^(DECLINED|CANCELED)$/)
        expect(book()).toMatchObject({ captured: 0, held: 0 })
      })
    })
  },
  { env: { SLUICE_CONFIG_FILE: shop.file }, adapters: { clock } },
)
