/**
 * A page with the latest payments, and forms that capture, refund and void them, as a listener for `node:http`.
 *
 * @module
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type GatewayClient, isGatewayError, toMinorUnits, type Transaction } from '@sluice/server-sdk'
import type { Operation } from './operation.ts'
import { paymentsPage } from './page.ts'

/** A form of a payment, as it was sent. */
interface SentForm {
  readonly operation: Operation
  readonly id: string
  /** Made with the form: a form that is sent twice acts once. */
  readonly key: string
  /** Decimal text; empty for all of it. */
  readonly amount: string
}

/** Serves the back office. It is for people of the shop: put it behind their sign-in. */
export function createBackOffice(client: GatewayClient): RequestListener {
  async function show(response: ServerResponse, message = ''): Promise<void> {
    const { data } = await client.transactions.list({ limit: 20 })
    response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      })
      .end(paymentsPage(data, message))
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

/** Carries one form out. @returns a sentence for the page: what became of it. */
export async function act(client: GatewayClient, { operation, id, key, amount }: SentForm): Promise<string> {
  const { transaction } = await client.transactions.status(id)
  if (!transaction) return 'This payment does not exist.'
  const options = { idempotencyKey: `${operation}-${key}` }
  try {
    const part = amount === '' ? {} : { amount: toMinorUnits(amount, transaction.currency) }
    const result = await run(client, operation, transaction, part, options)
    return `${operation}: ${result.status} (${result.processing_code})`
  } catch (error) {
    if (error instanceof RangeError) return error.message
    if (!isGatewayError(error)) throw error
    // The same form may be sent again: its key is the same, so it acts once.
    return error.outcomeUnknown ? 'No answer came. Send the form again.' : error.message
  }
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
