import type { Operations, Transaction } from '@sluice/types'

/** The state of the money of an approved payment, where it says more than "approved". */
export type MoneyState =
  | 'DISPUTED'
  | 'RETURNED'
  | 'REFUNDED'
  | 'PARTLY_REFUNDED'
  | 'CAPTURE_FAILED'
  | 'VOIDED'
  | 'CAPTURED'
  | 'PARTLY_CAPTURED'

/** The sums that the state follows from, in minor units. */
interface Sums {
  readonly captured: number
  readonly captureFailed: number
  readonly refunded: number
  readonly voided: number
  readonly returned: number
  readonly disputed: number
  readonly open: number
}

type PaidTransaction = Pick<Transaction, 'status' | 'transaction_type' | 'data'>

/** The first matching state is shown. */
const STATES: readonly (readonly [MoneyState, (sums: Sums, isAuthorization: boolean) => boolean])[] = [
  ['DISPUTED', ({ disputed }) => disputed > 0],
  ['RETURNED', ({ returned }) => returned > 0],
  ['CAPTURE_FAILED', ({ captureFailed, captured }) => captureFailed > 0 && captured === 0],
  ['REFUNDED', ({ refunded, captured }) => captured > 0 && refunded >= captured],
  ['PARTLY_REFUNDED', ({ refunded }) => refunded > 0],
  ['VOIDED', ({ voided, captured }) => voided > 0 && captured === 0],
  ['PARTLY_CAPTURED', ({ captured, open }, isAuthorization) => isAuthorization && captured > 0 && open > 0],
  ['CAPTURED', ({ captured }, isAuthorization) => isAuthorization && captured > 0],
]

/** Null for a payment whose status says everything. */
export function moneyStateOf({ status, transaction_type: type, data }: PaidTransaction): MoneyState | null {
  const operations = data?.operations
  if (status !== 'APPROVED' || operations === undefined) return null
  const sums = readSums(operations)
  return STATES.find(([, holds]) => holds(sums, type === 'AUTHORIZE'))?.[0] ?? null
}

/** Returns the amount that is left to the merchant after refunds, returns and disputes, in minor units; null for a transaction without money. */
export function netMinor({ status, data }: PaidTransaction): number | null {
  if (status !== 'APPROVED' || data?.operations === undefined) return null
  const { captured, refunded, returned, disputed } = readSums(data.operations)
  return captured - refunded - returned - disputed
}

/** Returns the captured amount of a payment without failed captures, in minor units; 0 for a transaction without money. */
export function volumeMinor({ status, data }: PaidTransaction): number {
  return status === 'APPROVED' && data?.operations !== undefined ? readSums(data.operations).captured : 0
}

/** Reads the sums of a payment without failed captures and refunds. Responses stored before records existed have no sums of records. */
function readSums(operations: Operations): Sums {
  const captureFailed = operations.capture_failed_amount ?? 0
  return {
    captured: operations.captured_amount - captureFailed,
    captureFailed,
    refunded: operations.refunded_amount - (operations.refund_failed_amount ?? 0),
    voided: operations.voided_amount,
    returned: operations.returned_amount ?? 0,
    disputed: operations.disputed_amount ?? 0,
    open: operations.open_amount,
  }
}

/** Refunds and payouts are outgoing money: their amount is negative in a column of amounts. */
export function signedAmount({
  transaction_type: type,
  amount,
}: Pick<Transaction, 'transaction_type' | 'amount'>): number {
  return type === 'REFUND' || type === 'PAYOUT' ? -amount : amount
}
