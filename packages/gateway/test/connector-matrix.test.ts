/**
 * Every method that a connector declares, through the gateway and the provider's twin to money and back, on both databases. The rows are made
 * from the declarations; the table is printed, and what travelled is searched for keys, card numbers and security codes.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { PROVIDER_CONNECTORS, type ProviderConnectorType } from '@sluice/connectors/declarations'
import type { Envelope, SandboxCredentials, Transaction } from '@sluice/types'
import { type Currency, PAYMENT_METHODS } from '@sluice/types/vocabulary'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { gatewayMerchantIdOf } from '../src/payment-methods/wallet-token/gateway-merchant-id.ts'
import { describeAtBothGateways } from './both-gateways.ts'
import { expectNothingSecret } from './connector-matrix/expect-nothing-secret.ts'
import {
  CARD_ROWS,
  type CardRow,
  NOT_SERVED,
  ORDER_ROWS,
  type OrderRow,
} from './connector-matrix/matrix-rows.ts'
import { startMatrixWorld, terminalOf } from './connector-matrix/matrix-world.ts'
import { follow, walk } from './connector-matrix/walk.ts'
import { RETURN_URLS } from './elsewhere.ts'
import { MerchantAtGateway } from './merchant-at-gateway.ts'
import { expectMoneyToAddUp } from './money-invariant.ts'
import { open, seenAnswers } from './shopper.ts'
import { TestClock } from './test-clock.ts'

const clock = new TestClock()
const world = await startMatrixWorld(clock)
const logged: string[] = []

/** Distinct, so that it can be searched for. */
const CVV = '739'
const AMOUNT_MINOR = 10_000
const CAPTURED_MINOR = 6_000
const REFUND_MINOR = 1_000
const ORDER_MINOR = 20_000
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const TURNS_MAX = 12

/** The test cards of each provider. */
const CARDS: Readonly<Record<ProviderConnectorType, Readonly<Record<string, string>>>> = {
  adyen: {
    challenge: '4917610000000000',
    'challenge by redirect': '4212345678901237',
    'failed challenge': '4917610000000000',
    default: '4111111111111111',
  },
  stripe: {
    challenge: '4000000000003220',
    'failed challenge': '4000000000003220',
    // Declined until the cardholder has been authenticated.
    'soft decline': '4000002760003184',
    default: '4242424242424242',
  },
}
const NUMBERS = [...new Set(Object.values(CARDS).flatMap((cards) => Object.values(cards)))]
const cardOf = ({ provider, way }: CardRow) => CARDS[provider][way] ?? CARDS[provider]['default'] ?? ''

const idOf = ({ action, redirect, result }: Envelope): string =>
  action?.transaction_id ?? redirect?.transaction_id ?? result?.id ?? expect.fail('no transaction')

type Cells = Readonly<Record<'paid' | 'captured' | 'refunded' | 'voided', string>>
const table = new Map<string, Cells>()

afterAll(async () => {
  const { stripe, adyen } = world
  const contracts = [
    `stripe: ${JSON.stringify(stripe.contract().checked)}, ${PROVIDER_CONNECTORS.stripe.contract}`,
    `adyen: ${JSON.stringify(adyen.contract().checked)}, ${PROVIDER_CONNECTORS.adyen.contract}`,
  ]
  const lines = [
    ...drawTable(),
    '',
    'Forms of cards that a connector does not serve:',
    ...NOT_SERVED,
    '',
    ...contracts,
  ]
  const folder = join(import.meta.dirname, '../../../test-results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'connector-matrix.txt'), `${lines.join('\n')}\n`)
  process.stdout.write(`${lines.join('\n')}\n`)
  await world.close()
  expect([stripe.contract().breaches, adyen.contract().breaches]).toEqual([[], []])
  expect([stripe.crashes(), adyen.crashes(), adyen.misuses()]).toEqual([[], [], []])
})

function drawTable(): readonly string[] {
  const rows = [
    ['provider, method', 'paid', 'captured', 'refunded', 'voided'],
    ...[...table].map(([name, { paid, captured, refunded, voided }]) => [
      name,
      paid,
      captured,
      refunded,
      voided,
    ]),
  ]
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

describeAtBothGateways(
  'every method that connectors declare',
  (current) => {
    let merchant: MerchantAtGateway
    beforeAll(async () => {
      const { ready } = current().gateway
      const answer = await fetch(`${ready.base_url}/api/encryption-keys`, {
        headers: { 'user-agent': 'test', 'x-client-key': world.client.client_key },
      })
      const encryption_keys = (await answer.json()) as SandboxCredentials['encryption_keys']
      merchant = new MerchantAtGateway({ ...ready, ...world.client, encryption_keys }, clock)
      world.tell(ready.base_url)
    })
    beforeEach(() => merchant.forgetToken())
    afterEach(async () => {
      await expectMoneyToAddUp((query) => current().gateway.books.query(query))
    })

    const lastBook = (provider: ProviderConnectorType) => world.books(provider).at(-1)
    const statusOf = async (id: string): Promise<Transaction> =>
      (await merchant.get<{ transaction: Transaction }>(`/api/transactions/${id}/status`)).transaction
    /** Lets events arrive and the gateway ask, until the transaction has ended. */
    const settle = async (id: string): Promise<Transaction> => {
      for (let turns = 0; turns < TURNS_MAX; turns += 1) {
        const transaction = await statusOf(id)
        if (transaction.status !== 'PENDING') return transaction
        await Promise.all([world.stripe.webhooks.idle(), world.adyen.webhooks.deliver()])
        // Some refunds take days.
        await current().gateway.advanceRealTime(turns < TURNS_MAX / 2 ? MINUTE_MS : DAY_MS)
        merchant.forgetToken()
      }
      return statusOf(id)
    }
    const manage = async (
      parent: Transaction,
      transaction_type: string,
      amount: number,
    ): Promise<Transaction> => {
      const { terminal_id, currency, reference } = parent
      const request = { terminal_id, currency, reference, transaction_type, amount }
      return settle((await merchant.post<Transaction>('/api/transactions/manage', request)).id)
    }
    const refundTwice = async (parent: Transaction, amount: number): Promise<void> => {
      for (const _ of [1, 2]) expect((await manage(parent, 'REFUND', amount)).status).toBe('APPROVED')
    }

    /** As the gateway names the merchant of the file. */
    const merchantIdOf = async (): Promise<string> => {
      const [row] = await current().gateway.books.query('select distinct merchant_id from transactions')
      return String(row?.['merchant_id'])
    }

    const saveCard = async ({ provider }: CardRow, tokenize_for: string): Promise<string> => {
      const body = {
        terminal_id: terminalOf(provider, 'EXTERNAL'),
        tokenization: { save_card_for_future_payments: true, tokenize_for },
      }
      const card = { number: CARDS[provider]['default'] ?? '', cvv: CVV }
      const envelope = await merchant.authorize({ card, flow: 'FRICTIONLESS_SUCCESS', body })
      await walk(merchant, envelope, { approves: true })
      return (await settle(idOf(envelope))).payment_method.token ?? ''
    }

    /** The payment method of a row; null for a card that is typed in. */
    const methodOf = async (row: CardRow) => {
      const { provider, method, way } = row
      const number = cardOf(row)
      switch (method) {
        case 'saved_card': {
          const isMerchants = way === 'saved, by the merchant'
          const payment_method_id = await saveCard(
            row,
            isMerchants ? 'MERCHANT_INITIATED_TRANSACTION' : 'CUSTOMER_INITIATED_TRANSACTION',
          )
          if (isMerchants) return { type: method, data: { payment_method_id } }
          const { encrypted_cvv } = await merchant.seal({ cvv: CVV })
          return { type: method, data: { payment_method_id, encrypted_cvv } }
        }
        case 'gwallet-pay':
          return merchant.walletMethod({
            pan: number,
            gateway_merchant_id: gatewayMerchantIdOf(await merchantIdOf()),
            auth_method: provider === 'adyen' ? 'CRYPTOGRAM_3DS' : 'PAN_ONLY',
          })
        case 'network-token':
        case 'awallet-pay': {
          const source = method === 'awallet-pay' ? { source: method } : {}
          const cryptogram = Buffer.alloc(20, 7).toString('base64')
          const data = await merchant.sealNetworkToken({ number, cryptogram, eci: '05', ...source })
          return { type: 'network-token', data }
        }
        default:
          return null
      }
    }

    const FLOWS = { challenge: 'CHALLENGE', 'failed challenge': 'CHALLENGE' } as const
    const authorize = async (row: CardRow): Promise<Transaction> => {
      const { provider, authenticator, way } = row
      const payment_method = await methodOf(row)
      const isMerchants = way === 'saved, by the merchant'
      const body = {
        terminal_id: terminalOf(provider, authenticator),
        transaction_type: 'AUTHORIZE',
        ...(payment_method && { payment_method }),
        ...(isMerchants && { browser_info: undefined }),
        ...(way === 'soft decline' && { options: { three_ds: { exemption: 'TRANSACTION_RISK_ANALYSIS' } } }),
      }
      if (way === 'soft decline' && provider === 'adyen')
        world.adyen.world.planned.push({ reference: /./, behaviour: { threeDs: 'none', refusal: '38' } })
      const flow =
        way === 'soft decline'
          ? 'EXEMPTION_GRANTED'
          : (FLOWS[way as keyof typeof FLOWS] ?? 'FRICTIONLESS_SUCCESS')
      const envelope = await merchant.authorize({
        card: { number: cardOf(row), cvv: CVV },
        ...(authenticator === 'EXTERNAL' && !isMerchants && { flow }),
        body,
      })
      await walk(merchant, envelope, { approves: way !== 'failed challenge' })
      return settle(idOf(envelope))
    }

    const nameOf = ({ provider, method, way, authenticator }: CardRow) =>
      `${provider}, ${method}, ${way}, ${authenticator === 'PROVIDER' ? 'by the provider' : 'by a 3DS server'}`

    it.each(CARD_ROWS.map((row) => [nameOf(row), row] as const))('%s', async (name, row) => {
      const { provider, way } = row
      const before = world.books(provider).length
      const paid = await authorize(row)
      if (way === 'failed challenge') {
        expect(paid.status).toBe('DECLINED')
        const taken = world.books(provider).slice(before)
        expect(taken.filter(({ held, captured }) => held + captured > 0)).toEqual([])
        table.set(name, { paid: 'declined', captured: '–', refunded: '–', voided: '–' })
        return
      }
      expect([paid.status, paid.processing_code], JSON.stringify(paid)).toEqual(['APPROVED', '0000'])
      expect(lastBook(provider)).toMatchObject({ held: AMOUNT_MINOR, captured: 0 })
      const captured = await manage(paid, 'CAPTURE', CAPTURED_MINOR)
      expect(captured.status).toBe('APPROVED')
      await refundTwice(captured, REFUND_MINOR)
      expect(lastBook(provider)).toMatchObject({ captured: CAPTURED_MINOR, refunded: 2 * REFUND_MINOR })
      const held = await authorize(row)
      expect((await manage(held, 'VOID', AMOUNT_MINOR)).status).toBe('APPROVED')
      expect(lastBook(provider)).toMatchObject({ held: 0, captured: 0 })
      table.set(name, { paid: '100.00', captured: '60.00', refunded: '10.00 + 10.00', voided: '100.00' })
    })

    /** Boleto asks for the state of an address, which only a stored customer has. */
    const storeCustomer = async (names: object, country: string): Promise<string> => {
      const address = { address: 'Rua Um 1', city: 'Olinda', postal_code: '53000-000', region: 'PE', country }
      const answer = await merchant.send<{ id: string }>('POST', '/api/customers', { ...names, address })
      expect(answer.status, answer.text).toBe(201)
      return answer.body.id
    }

    const order = async ({ provider, method, currency, country }: OrderRow): Promise<Envelope> => {
      const names = { email: 'ada@shop.example', first_name: 'Ada', last_name: 'Lovelace' }
      const customer = { id: await storeCustomer(names, country) }
      const terms = {
        terminal_id: terminalOf(provider, 'PROVIDER'),
        reference: merchant.nextReference(),
        currency: currency as Currency,
        amount: ORDER_MINOR,
      }
      const named = Object.entries(PAYMENT_METHODS).find(([, type]) => type === method)?.[0]
      if (named !== undefined)
        return merchant.post<Envelope>('/api/transactions/payment', {
          ...terms,
          description: 'Two apples',
          method: named,
          country,
          customer_ip: '203.0.113.7',
          customer,
          ...RETURN_URLS,
        })
      const blik_code = method === 'partner-blik' ? { blik_code: '777123' } : {}
      return merchant.post<Envelope>('/api/transactions/authorize', {
        ...terms,
        transaction_type: 'PURCHASE',
        payment_method: { type: method, data: { ...names, ...blik_code } },
        customer,
        options: { tax_id: '000.000.000-00' },
        return_url: merchant.returnUrl,
      })
    }
    /** The shopper pays, at the provider's page, in a banking app or by a transfer. */
    const confirm = async (provider: ProviderConnectorType): Promise<void> => {
      if (provider === 'adyen') {
        const [psp = ''] = [...world.adyen.world.payments.keys()].slice(-1)
        world.adyen.shopper.endOrder(psp, true)
        return
      }
      const intent = world.stripe.books().at(-1)?.paymentIntent ?? ''
      await follow(await open(`${world.stripe.url}/pages/${intent}`, 'document'), { approves: true })
      // Some take days at Stripe.
      world.stripe.advance(2 * DAY_MS)
    }

    describe('confirmed elsewhere', () => {
      it.each(ORDER_ROWS.map((row) => [`${row.provider}, ${row.method}, ${row.currency}`, row] as const))(
        '%s',
        async (name, row) => {
          const { provider, refunds } = row
          const id = idOf(await order(row))
          await confirm(provider)
          const paid = await settle(id)
          expect(paid.status, JSON.stringify(paid)).toBe('APPROVED')
          const { captured = 0 } = lastBook(provider) ?? {}
          expect(captured).toBeGreaterThan(0)
          const request = {
            terminal_id: paid.terminal_id,
            currency: paid.currency,
            reference: paid.reference,
            amount: ORDER_MINOR / 4,
            transaction_type: 'REFUND',
          }
          if (refunds === 'none') {
            await merchant.send('POST', '/api/transactions/manage', request)
            expect(lastBook(provider)).toMatchObject({ refunded: 0 })
            table.set(name, { paid: 'in full', captured: 'at once', refunded: 'not offered', voided: '–' })
            return
          }
          await refundTwice(paid, ORDER_MINOR / 4)
          expect(lastBook(provider)).toMatchObject({ refunded: captured / 2 })
          table.set(name, { paid: 'in full', captured: 'at once', refunded: 'a quarter, twice', voided: '–' })
        },
      )
    })

    it('shows no key, card number or security code in anything that was written or sent, but the requests that pay', async () => {
      const { gateway } = current()
      const tables = await Promise.all(
        (['attempts', 'events', 'executions', 'storedAnswers', 'deliveries', 'audit', 'alerts'] as const).map(
          async (book) => ({ where: book, text: JSON.stringify(await gateway.books.all(book)) }),
        ),
      )
      const metrics = gateway.metricsUrl === null ? '' : await (await fetch(gateway.metricsUrl)).text()
      expect(metrics).toContain('sluice_')
      expect(logged.length).toBeGreaterThan(0)
      const { stripe, adyen } = world
      expectNothingSecret(
        [
          ...tables,
          { where: 'metrics', text: metrics },
          { where: 'log', text: logged.join('') },
          { where: 'answers of the gateway', text: seenAnswers.join('\n') },
          {
            where: 'events of Adyen',
            text: adyen.webhooks
              .deliveries()
              .map(({ body }) => body)
              .join('\n'),
          },
          { where: 'events of Stripe', text: JSON.stringify(stripe.webhooks.deliveries()) },
          ...stripe.requests().map(({ method, path, query, body }) => ({
            where: `${method} ${path} at Stripe`,
            text: `${path}?${query}\n${path === '/v1/payment_methods' ? '' : decodeURIComponent(body)}`,
          })),
          ...adyen.requests().map(({ path, body }) => ({
            where: `${path} at Adyen`,
            text: `${path}\n${path.endsWith('/payments') ? '' : body}`,
          })),
        ],
        NUMBERS,
        CVV,
      )
    })
  },
  {
    env: { SLUICE_CONFIG_FILE: world.file, SLUICE_LOG_LEVEL: 'debug', SLUICE_METRICS_ADDRESS: '127.0.0.1:0' },
    adapters: { clock, logDestination: { write: (line) => void logged.push(line) } },
  },
)
