/**
 * A page with the latest payments, and forms that capture, refund and void them, as a listener for `node:http`.
 *
 * @module
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type GatewayClient, isGatewayError, toMinorUnits, type Transaction } from '@sluice/server-sdk'
import type { FormOutcome } from './form-outcome.ts'
import type { Operation } from './operation.ts'
import { paymentsPage } from './page.ts'
import type { SentForm } from './sent-form.ts'

const NOTHING_SENT: FormOutcome = { message: '', undecided: null }

/** Serves the back office. It is for people of the shop: put it behind their sign-in. */
export function createBackOffice(client: GatewayClient): RequestListener {
  async function show(response: ServerResponse, outcome: FormOutcome = NOTHING_SENT): Promise<void> {
    const { data } = await client.transactions.list({ limit: 20 }).catch((error: unknown) => {
      // The outcome of a form is shown, whatever else cannot be.
      if (outcome !== NOTHING_SENT && isGatewayError(error)) return { data: [] }
      throw error
    })
    response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      })
      .end(paymentsPage(data, outcome))
  }

  return (request, response) => {
    const answer =
      request.method === 'POST'
        ? readForm(request).then(async (form) => show(response, await act(client, form)))
        : show(response)
    answer.catch((error: unknown) => {
      response.writeHead(500).end(isGatewayError(error) ? error.message : 'Something broke.')
    })
  }
}

/** Answers after which the gateway has done nothing, and did nothing when the same form was sent before. */
const REFUSALS: readonly string[] = ['validation_failed', 'not_found', 'conflict']

/** Carries one form out. A form that is sent again carries its first key, so the gateway acts once. */
async function act(client: GatewayClient, form: SentForm): Promise<FormOutcome> {
  const { operation, id, key, amount } = form
  try {
    const { transaction } = await client.transactions.status(id)
    if (!transaction) return decided('This payment does not exist.')
    const part = amount === '' ? {} : { amount: toMinorUnits(amount, transaction.currency) }
    const options = { idempotencyKey: `${operation}-${key}` }
    const result = await run(client, operation, transaction, part, options)
    return decided(`${operation}: ${result.status} (${result.processing_code})`)
  } catch (error) {
    if (error instanceof RangeError) return decided(error.message)
    if (!isGatewayError(error)) throw error
    if (REFUSALS.includes(error.code) && !error.outcomeUnknown) return decided(error.message)
    return { message: `Nobody knows yet whether the ${operation} was done.`, undecided: form }
  }
}

function decided(message: string): FormOutcome {
  return { message, undecided: null }
}

function run(
  client: GatewayClient,
  operation: Operation,
  transaction: Transaction,
  part: { readonly amount?: number },
  options: { readonly idempotencyKey: string },
) {
  const { transactions } = client
  if (operation === 'void') return transactions.void(transaction, {}, options)
  if (operation === 'refund') return transactions.refund(transaction, part, options)
  return transactions.capture(transaction, part, options)
}

const OPERATIONS: readonly string[] = ['capture', 'refund', 'void'] satisfies readonly Operation[]

async function readForm(request: IncomingMessage): Promise<SentForm> {
  const form = new URLSearchParams(await text(request))
  const operation = form.get('operation') ?? ''
  if (!OPERATIONS.includes(operation)) throw new Error(`There is no operation ${operation}.`)
  return {
    operation: operation as Operation,
    id: form.get('id') ?? '',
    key: form.get('key') ?? '',
    amount: form.get('amount')?.trim() ?? '',
  }
}
