import type { Transaction } from '@sluice/types'

/** The forms in which a request can be copied. */
export type CopyForm = 'curl' | 'sdk' | 'test'

export const COPY_FORMS: readonly CopyForm[] = ['curl', 'sdk', 'test']

/** A request of the API as its own client would write it. */
export interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** The function of the SDK's client, and its argument. */
  readonly call: string
  readonly argument: unknown
  /** The path of the status in the response, and its value. */
  readonly statusAt: string
  readonly status: string
}

/** Reads a payment. */
export function readingOf({ id, status }: Transaction): Call {
  return {
    method: 'GET',
    path: `/api/transactions/${id}/status`,
    call: 'client.transactions.status',
    argument: id,
    statusAt: 'answer.transaction?.status',
    status,
  }
}

/** Returns the capture, refund or void that a transaction is; null for what a customer paid. */
export function operationOf(transaction: Transaction): Call | null {
  const { transaction_type: type, terminal_id, reference, currency, amount, status, data } = transaction
  if (type !== 'CAPTURE' && type !== 'REFUND' && type !== 'VOID') return null
  return {
    method: 'POST',
    path: '/api/transactions/manage',
    call: 'client.transactions.manage',
    argument: {
      terminal_id,
      reference,
      transaction_type: type,
      amount,
      currency,
      ...(data?.parent_id === undefined ? {} : { parent_transaction_id: data.parent_id }),
    },
    statusAt: 'answer.status',
    status,
  }
}

export function copyAs(form: CopyForm, call: Call): string {
  switch (form) {
    case 'curl':
      return toCurl(call)
    case 'sdk':
      return toSdk(call)
    case 'test':
      return toTest(call)
  }
}

/** The key is made when the command runs: a copied one would make the second run a repetition of the first. */
function toCurl({ method, path, argument }: Call): string {
  const lines = [`curl "$SLUICE_BASE_URL${path}"`, `-H "Authorization: Bearer $ACCESS_TOKEN"`]
  if (method === 'POST') {
    lines.push(`-H "Content-Type: application/json"`, `-H "Idempotency-Key: $(uuidgen)"`)
    lines.push(`-d ${quoteForShell(JSON.stringify(argument))}`)
  }
  return `${lines.join(' \\\n  ')}\n`
}

function toSdk({ call, argument }: Call): string {
  return `import { createClient } from '@sluice/server-sdk'

const client = createClient.fromEnv()
console.log(await ${call}(${literal(argument, '')}))
`
}

function toTest({ call, argument, statusAt, status }: Call): string {
  return `import { createClient } from '@sluice/server-sdk'
import { expect, it } from 'vitest'

const client = createClient.fromEnv()

it('ends as ${status}', async () => {
  const answer = await ${call}(${literal(argument, '  ')})
  expect(${statusAt}).toBe('${status}')
})
`
}

/** JSON is JavaScript; further lines follow below the first. */
function literal(value: unknown, indent: string): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`)
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
