/**
 * Tests every method that a connector declares through the gateway and the provider's twin, from payment to refund,
 * on both databases. The rows come from the declarations; the table is printed, and all traffic is searched for keys,
 * card numbers and security codes.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import {
  PROVIDER_CONNECTOR_TYPES,
  PROVIDER_CONNECTORS,
  type ProviderConnectorType,
} from '@sluice/connectors/declarations'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'

import { describeAtBothGateways } from './both-gateways.ts'
import { expectNothingSecret } from './connector-matrix/expect-nothing-secret.ts'
import { CARD_ROWS, type CardRow, NOT_SERVED, ORDER_ROWS } from './connector-matrix/matrix-rows.ts'
import { AMOUNT_MINOR, idOf, MatrixShop, ORDER_MINOR } from './connector-matrix/matrix-shop.ts'
import { MembersSent } from './connector-matrix/members-sent.ts'
import { startMatrixWorld } from './connector-matrix/matrix-world.ts'
import { CVV, NUMBERS } from './connector-matrix/test-cards.ts'
import { expectMoneyToAddUp } from './money-invariant.ts'
import { seenAnswers } from './shopper.ts'
import { TestClock } from './test-clock.ts'

const clock = new TestClock()
const world = await startMatrixWorld(clock)
const logged: string[] = []

const CAPTURED_MINOR = 6_000
const REFUND_MINOR = 1_000

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
    let shop: MatrixShop
    beforeAll(async () => {
      shop = await MatrixShop.open(current().gateway, world, clock)
    })
    beforeEach(() => shop.merchant.forgetToken())
    afterEach(async () => {
      await expectMoneyToAddUp((query) => current().gateway.books.query(query))
    })

    const sent = new MembersSent()
    /** Returns the requests that the provider receives from now on, as requests of a row. */
    const watchRow = (name: string, provider: ProviderConnectorType): void => {
      const { length } = world[provider].requests()
      onTestFinished(() => sent.add(name, world[provider].requests().slice(length)))
    }
    const nameOf = ({ provider, method, way, authenticator }: CardRow) =>
      `${provider}, ${method}, ${way}, ${authenticator === 'PROVIDER' ? 'by the provider' : 'by a 3DS server'}`

    it.each(CARD_ROWS.map((row) => [nameOf(row), row] as const))('%s', async (name, row) => {
      const { provider, way } = row
      watchRow(name, provider)
      const before = world.books(provider).length
      const paid = await shop.payByCard(row)
      if (way === 'failed challenge') {
        expect(paid.status).toBe('DECLINED')
        const taken = world.books(provider).slice(before)
        expect(taken.filter(({ held, captured }) => held + captured > 0)).toEqual([])
        table.set(name, { paid: 'declined', captured: '–', refunded: '–', voided: '–' })
        return
      }
      expect([paid.status, paid.processing_code], JSON.stringify(paid)).toEqual(['APPROVED', '0000'])
      expect(shop.lastBook(provider)).toMatchObject({ held: AMOUNT_MINOR, captured: 0 })
      const captured = await shop.manage(paid, 'CAPTURE', CAPTURED_MINOR)
      expect(captured.status).toBe('APPROVED')
      await shop.refundTwice(captured, REFUND_MINOR)
      expect(shop.lastBook(provider)).toMatchObject({ captured: CAPTURED_MINOR, refunded: 2 * REFUND_MINOR })
      const held = await shop.payByCard(row)
      expect((await shop.manage(held, 'VOID', AMOUNT_MINOR)).status).toBe('APPROVED')
      expect(shop.lastBook(provider)).toMatchObject({ held: 0, captured: 0 })
      table.set(name, { paid: '100.00', captured: '60.00', refunded: '10.00 + 10.00', voided: '100.00' })
    })

    describe('confirmed elsewhere', () => {
      it.each(ORDER_ROWS.map((row) => [`${row.provider}, ${row.method}, ${row.currency}`, row] as const))(
        '%s',
        async (name, row) => {
          const { provider, refunds } = row
          if (row.isFirst) watchRow(name, provider)
          const id = idOf(await shop.order(row))
          await shop.confirm(provider)
          const paid = await shop.settle(id)
          expect(paid.status, JSON.stringify(paid)).toBe('APPROVED')
          const { captured = 0 } = shop.lastBook(provider) ?? {}
          expect(captured).toBeGreaterThan(0)
          const request = {
            terminal_id: paid.terminal_id,
            currency: paid.currency,
            reference: paid.reference,
            amount: ORDER_MINOR / 4,
            transaction_type: 'REFUND',
          }
          if (refunds === 'none') {
            await shop.merchant.send('POST', '/api/transactions/manage', request)
            expect(shop.lastBook(provider)).toMatchObject({ refunded: 0 })
            table.set(name, { paid: 'in full', captured: 'at once', refunded: 'not offered', voided: '–' })
            return
          }
          await shop.refundTwice(paid, ORDER_MINOR / 4)
          expect(shop.lastBook(provider)).toMatchObject({ refunded: captured / 2 })
          table.set(name, { paid: 'in full', captured: 'at once', refunded: 'a quarter, twice', voided: '–' })
        },
      )
    })

    it('sends and receives only messages that the providers’ contracts allow', () => {
      const { stripe, adyen } = world
      expect([stripe.contract().breaches, adyen.contract().breaches]).toEqual([[], []])
      expect([stripe.crashes(), adyen.crashes(), adyen.misuses()]).toEqual([[], [], []])
    })

    it('sends the members of each method: npx vitest run -u writes another table', async () => {
      await expect(sent.describe()).toMatchFileSnapshot('connector-matrix/members-of-methods.txt')
    })

    it('writes and sends no key, card number or security code, except in payment requests', async () => {
      const { gateway } = current()
      // Whoever runs this test alone has something to search, too.
      for (const provider of PROVIDER_CONNECTOR_TYPES)
        await shop.payByCard({ provider, method: 'card', way: 'frictionless', authenticator: 'EXTERNAL' })
      const tables = await Promise.all(
        (['attempts', 'events', 'executions', 'storedAnswers', 'deliveries', 'audit', 'alerts'] as const).map(
          async (book) => ({ where: book, text: JSON.stringify(await gateway.books.all(book)) }),
        ),
      )
      const metrics = gateway.metricsUrl === null ? '' : await (await fetch(gateway.metricsUrl)).text()
      expect(metrics).toContain('sluice_')
      expect(logged.join('')).toMatch(/"operation":"[^"]+","method":"POST","route":"\/v/)
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
