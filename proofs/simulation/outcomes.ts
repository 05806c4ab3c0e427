import type { Bank } from './bank.ts'
import type { Receiver } from './receiver.ts'
import type { BooksReader } from './storage.ts'

interface Row {
  readonly id: string
  readonly reference: string
  readonly transaction_type: string
  readonly amount: number | string
  readonly status: string
  readonly processing_code: string | null
  readonly captured_amount: number | string | null
  readonly refunded_amount: number | string | null
  readonly voided_amount: number | string | null
}

/**
 * Reads the results of a scenario, without ids and times: the status, code and sums of each reference, the money
 * that the providers moved, and the messages to the receiver. They are sorted, so that two simulations can be
 * compared.
 */
export async function readOutcomes(
  books: BooksReader,
  { bank, receiver }: { readonly bank: Bank; readonly receiver: Receiver },
): Promise<readonly string[]> {
  const rows = (await books.all(
    `select id, reference, transaction_type, amount, status, processing_code,
      captured_amount, refunded_amount, voided_amount from transactions`,
  )) as unknown as readonly Row[]
  const names = new Map(rows.map(({ id, reference, transaction_type: type }) => [id, `${reference} ${type}`]))
  const ends = rows.map(
    (row) =>
      `${names.get(row.id)} of ${row.amount} is ${row.status} ${row.processing_code ?? 'without a code'}: ` +
      `${row.captured_amount ?? 0} captured, ${row.refunded_amount ?? 0} refunded, ${row.voided_amount ?? 0} voided`,
  )
  const moved = [...bank.bookings.values()].map(
    ({ transactionId, providerId, kind, amountMinor, decision }) =>
      `${names.get(transactionId)}: ${providerId} has ${kind} of ${amountMinor} ${decision}`,
  )
  const told = [...receiver.received.values()].map((body) => {
    const { event, payload } = JSON.parse(body) as {
      readonly event: string
      readonly payload?: { readonly id?: string; readonly status?: string }
    }
    return `${names.get(payload?.id ?? '') ?? 'something else'}: told ${event} ${payload?.status ?? ''}`
  })
  return [...ends, ...moved, ...told].sort()
}
