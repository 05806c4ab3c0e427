import type { EndpointName } from '@sluice/types'

/** The members of a transaction without which a caller cannot say what happened to which order. */
const TRANSACTION = [
  'id',
  'terminal_id',
  'reference',
  'amount',
  'currency',
  'transaction_type',
  'status',
] as const

const under = (path: string, members: readonly string[]) => members.map((member) => `${path}.${member}`)

const ENVELOPE: readonly string[] = [
  ...under('result', TRANSACTION),
  'action.type',
  'action.token',
  'action.payment_data',
  'redirect.url',
  'form_submit.url',
  'form_submit.data',
]

/**
 * The members of each endpoint's answer that decide, as dotted paths; list items have no index. The specification leaves
 * the others open, so an answer is read without them. Endpoints that are missing here are extensions of this gateway,
 * whose answers must have every member.
 */
export const DECIDING_MEMBERS: Readonly<Partial<Record<EndpointName, readonly string[]>>> = {
  authorize: ENVELOPE,
  requestAuthentication: ENVELOPE,
  completeAuthentication: ENVELOPE,
  createPayment: ENVELOPE,
  createPayout: ENVELOPE,
  manage: TRANSACTION,
  getStatus: ['found', ...under('transaction', TRANSACTION)],
  listTransactions: under('data', TRANSACTION),
  createSession: ['id'],
  getSession: ['id', 'status'],
  createHostedPaymentPage: ['redirect_url'],
  createCustomer: ['id'],
  getCustomer: ['id'],
  listCustomers: ['data.id'],
  getPaymentMethod: ['payment_method_id'],
  listCustomerPaymentMethods: ['data.payment_method_id'],
}

/** Returns whether an answer cannot be read when `path` is broken: the member decides, or holds one that does. */
export function decides(deciding: readonly string[] | undefined, path: readonly PropertyKey[]): boolean {
  if (deciding === undefined || path.length === 0) return true
  const dotted = path.filter((name) => typeof name === 'string').join('.')
  return deciding.some((member) => member === dotted || member.startsWith(`${dotted}.`))
}
