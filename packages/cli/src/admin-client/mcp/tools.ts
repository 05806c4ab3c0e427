import {
  isCurrency,
  LIMITS,
  SIMULATED_FAULTS,
  SIMULATED_FLOWS,
  TRANSACTION_STATUSES,
  WEBHOOK_DELIVERY_STATUSES,
} from '@sluice/types/vocabulary'
import type { ClockReading, WebhookSubscription } from '@sluice/types'
import * as z from 'zod'

import { checkReceiver } from '../actions/check-receiver.ts'
import { explainPayment } from '../actions/explain-payment.ts'
import { makeSandbox } from '../actions/make-sandbox.ts'
import { payWithCard } from '../actions/pay-with-card.ts'
import { requireLoopback } from '../actions/require-loopback.ts'
import { requireTestCard } from '../actions/require-test-card.ts'
import { listPages, readPage, searchDocumentation } from '../actions/search-documentation.ts'
import { showTransaction } from './show-transaction.ts'
import { defineTool, type McpTool } from './tool.ts'

const id = z.string().min(1).max(LIMITS.NAME_MAX_CHARS)

const chance = z.number().min(0).max(1).optional()

/** Omits the list of all 155 currencies: a model knows them, and would read it with every request. */
const currency = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .transform((code, { addIssue }) => {
    if (isCurrency(code)) return code
    addIssue(`${code} is not a supported currency`)
    return z.NEVER
  })
  .describe('An ISO 4217 code: EUR.')

const cardNumber = z
  .string()
  .max(LIMITS.NAME_MAX_CHARS)
  .transform((text) => text.replaceAll(' ', ''))
  .describe(
    'The number of a test card, which decides what happens: 4000 0000 0000 9995 has insufficient funds.',
  )

/** Every tool of the MCP server, by name. */
export const MCP_TOOLS: Readonly<Record<string, McpTool>> = {
  read_documentation: defineTool({
    description:
      'Searches the documentation of this version offline, or reads one page of it. Without arguments it lists the pages.',
    readOnly: true,
    input: z.strictObject({
      query: z.string().min(1).optional().describe('Search terms: "partial capture", "2013".'),
      page: z.string().min(1).optional().describe('The name of a page from the list: "guides/refund".'),
    }),
    run: ({ query, page }, { documentationFolder: folder }) =>
      Promise.resolve(
        page === undefined
          ? query === undefined
            ? { pages: listPages(folder) }
            : { found: searchDocumentation(folder, query) }
          : { page, markdown: readPage(folder, page) },
      ),
  }),

  make_sandbox: defineTool({
    description:
      'Creates a test merchant with its own terminals, keys and clock, and uses it from then on. Its secrets are written to a file for `node --env-file`, and are never shown.',
    readOnly: false,
    input: z.strictObject({
      label: z.string().min(1).max(LIMITS.NAME_MAX_CHARS).optional().describe('For lists.'),
      webhook_url: z.string().optional().describe('The address on this machine that its events are sent to.'),
    }),
    async run({ label, webhook_url }, session) {
      if (webhook_url !== undefined) requireLoopback(webhook_url)
      const made = await makeSandbox(await session.gateway(), { name: label, webhook_url }, session.dataDir)
      session.use(made)
      const { sandboxId, terminalId, baseUrl, clientId } = made.credentials
      return {
        sandbox_id: sandboxId,
        base_url: baseUrl,
        client_id: clientId,
        terminal_id: terminalId,
        environment_file: made.environmentFile,
      }
    },
  }),

  pay_with_card: defineTool({
    description:
      'Pays with a test card as a customer does, including 3-D Secure and the bank’s challenge. `card_number` or `flow` determines what the bank and the providers do, `response_code` what the provider returns, `fault` what fails on the way to it. An unfinished payment is returned with status null: explain_payment reports what it is waiting for.',
    readOnly: false,
    input: z.strictObject({
      amount: z
        .int()
        .min(LIMITS.AMOUNT_MIN_MINOR)
        .max(LIMITS.AMOUNT_MAX_MINOR)
        .default(1850)
        .describe('In minor units: 1850 is 18.50.'),
      currency: currency.default('EUR'),
      transaction_type: z.enum(['PURCHASE', 'AUTHORIZE']).default('PURCHASE'),
      reference: z.string().min(1).max(LIMITS.PAYMENT_REFERENCE_MAX_CHARS).optional(),
      flow: z
        .enum(SIMULATED_FLOWS)
        .optional()
        .describe(
          'CHALLENGE challenges the customer, FRICTIONLESS_SUCCESS does not, NO_3DS skips 3-D Secure.',
        ),
      response_code: z
        .string()
        .regex(/^[0-9]{4}$/)
        .optional()
        .describe('A processing code: 1004 is insufficient funds.'),
      fault: z.enum(SIMULATED_FAULTS).optional(),
      card_number: cardNumber.optional(),
      passwords: z
        .array(z.string().max(64))
        .max(5)
        .default(['1234'])
        .describe('What the customer enters at the bank, page by page: 1234 is correct, cancel gives up.'),
    }),
    async run(input, session) {
      if (input.card_number !== undefined) requireTestCard(session.documentationFolder, input.card_number)
      const { transaction, transactionId, steps } = await payWithCard(await session.gateway(), {
        amount: input.amount,
        currency: input.currency,
        transactionType: input.transaction_type,
        reference: input.reference ?? session.makeReference(),
        flow: input.flow ?? null,
        responseCode: input.response_code ?? null,
        fault: input.fault ?? null,
        passwords: input.passwords,
        ...(input.card_number === undefined ? {} : { cardNumber: input.card_number }),
      })
      return {
        steps,
        ...(transaction ? showTransaction(transaction) : { transaction_id: transactionId, status: null }),
      }
    },
  }),

  list_payments: defineTool({
    description: 'Lists the payments of the merchant, newest first.',
    readOnly: true,
    input: z.strictObject({
      status: z.enum(TRANSACTION_STATUSES).optional(),
      reference: z.string().min(1).optional(),
      amount: z.int().optional().describe('In minor units.'),
      limit: z.int().min(1).max(LIMITS.PAGE_SIZE_MAX).default(LIMITS.PAGE_SIZE_DEFAULT),
    }),
    async run(query, session) {
      const { client } = await session.gateway()
      const { data, next_cursor } = await client.transactions.list(query)
      return { payments: data.map(showTransaction), has_more: next_cursor !== null }
    },
  }),

  explain_payment: defineTool({
    description:
      'Explains a payment by its timeline: what happened, why it was declined and what to do, what it is waiting for, which webhooks were sent and how the receiver responded.',
    readOnly: true,
    input: z.strictObject({ transaction_id: id }),
    async run({ transaction_id }, session) {
      const { transaction, outcome, timeline } = await explainPayment(await session.gateway(), transaction_id)
      return {
        ...showTransaction(transaction),
        outcome,
        timeline: timeline.data,
        truncated: timeline.truncated,
      }
    },
  }),

  move_clock: defineTool({
    description:
      'Moves the merchant’s clock forward and runs everything that becomes due: webhook retries, expiries, status queries.',
    readOnly: false,
    input: z.strictObject({ seconds: z.int().min(0).max(LIMITS.CLOCK_ADVANCE_MAX_SECONDS) }),
    async run({ seconds }, session) {
      const { useTestTool } = await session.gateway()
      return useTestTool<ClockReading>('POST', '/simulators/clock', { advance_seconds: seconds })
    },
  }),

  inject_fault: defineTool({
    description:
      'Injects faults into the webhooks of a subscription: duplicates, reordering, loss, delay. Set everything to zero to end it. Faults of providers are an argument of pay_with_card.',
    readOnly: false,
    input: z.strictObject({
      subscription_id: id,
      duplicate: chance.describe('The probability of a duplicate: 0 never, 1 always.'),
      reorder: chance.describe('The probability that messages are reordered.'),
      drop: chance.describe('The probability that a message is lost.'),
      delay_seconds: z.int().min(0).max(LIMITS.WEBHOOK_LABORATORY_DELAY_MAX_SECONDS).optional(),
    }),
    async run({ subscription_id, ...faults }, session) {
      const { useTestTool } = await session.gateway()
      const path = `/simulators/webhooks/subscriptions/${encodeURIComponent(subscription_id)}/laboratory`
      return showSubscription(await useTestTool<WebhookSubscription>('POST', path, faults))
    },
  }),

  list_webhooks: defineTool({
    description: 'Lists the merchant’s webhook subscriptions and deliveries, newest delivery first.',
    readOnly: true,
    input: z.strictObject({
      transaction_id: id.optional(),
      status: z.enum(WEBHOOK_DELIVERY_STATUSES).optional(),
      limit: z.int().min(1).max(LIMITS.PAGE_SIZE_MAX).default(LIMITS.PAGE_SIZE_DEFAULT),
    }),
    async run(query, session) {
      const { client } = await session.gateway()
      const [{ subscriptions }, { deliveries, next_cursor }] = await Promise.all([
        client.webhooks.listSubscriptions(),
        client.webhooks.listDeliveries(query),
      ])
      return {
        subscriptions: subscriptions.map(showSubscription),
        deliveries,
        has_more: next_cursor !== null,
      }
    },
  }),

  replay_webhooks: defineTool({
    description: 'Sends deliveries again with the same webhook-id: the given ones, or all that failed.',
    readOnly: false,
    input: z.strictObject({
      delivery_ids: z.array(id).min(1).max(LIMITS.WEBHOOK_REPLAY_MAX_IDS).optional(),
      failed: z.literal(true).optional(),
    }),
    async run(request, session) {
      const { client } = await session.gateway()
      return client.webhooks.replay(request)
    },
  }),

  verify_webhook: defineTool({
    description:
      'Explains why the signature of a received webhook is invalid, and how to fix it. The gateway knows the secrets, so none is required.',
    readOnly: true,
    input: z.strictObject({
      subscription_id: id,
      headers: z.record(z.string(), z.string()).describe('The headers as received.'),
      body: z.string().describe('The raw body as received.'),
    }),
    async run({ subscription_id: subscriptionId, headers, body: rawBody }, session) {
      const { client } = await session.gateway()
      const { verified, cause, message, fix } = await client.webhooks.explainSignature({
        subscriptionId,
        headers,
        rawBody,
      })
      return { verified, cause, why: message, fix }
    },
  }),

  check_receiver: defineTool({
    description:
      'Sends a receiver on this machine a signed event of each type, a repeated one, and messages that it must reject (wrong signature, changed body, no signature, old timestamp), and compares its responses with the expected ones. It signs with the secret of the current sandbox, or with SLUICE_WEBHOOK_SECRET.',
    readOnly: false,
    input: z.strictObject({ url: z.string().describe('An address of this machine.') }),
    async run({ url }, session) {
      const { href } = requireLoopback(url)
      const { webhookSecret } = (await session.gateway()).credentials
      if (webhookSecret === null)
        throw new Error(
          'The merchant has no webhook secret: create a sandbox with this webhook_url, or set SLUICE_WEBHOOK_SECRET.',
        )
      const findings = await checkReceiver({ url: href, secret: webhookSecret, nowMs: session.now() })
      return { good: findings.every(({ good }) => good), findings }
    },
  }),
}

/** Omits the query of a subscription's address, which may contain a secret of the receiver. */
function showSubscription({ id: subscriptionId, url, status, filters, laboratory }: WebhookSubscription) {
  const { origin, pathname } = new URL(url)
  return { subscription_id: subscriptionId, url: origin + pathname, status, filters, laboratory }
}
