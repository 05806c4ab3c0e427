import { type ManageType, PAYMENT_METHODS, type ProcessingCode } from '@sluice/types/vocabulary'

import type { OperationRequest } from '../provider.ts'
import { readOrderSimulation } from '../scenarios/read-metadata.ts'
import { codeAt, OPEN_CODE, type SimulatedOrder } from './order.ts'
import type { SimulatedRefund } from './order-ledger.ts'

export interface RefundRules {
  /** The operations that merchants may request. A `VOID` undoes an order of any type. */
  readonly operations: readonly ManageType[]
}

/** Money that came by transfer cannot be returned, because the provider does not know the payer's account. */
const NOT_REFUNDABLE: ReadonlySet<string> = new Set([PAYMENT_METHODS.BANK_TRANSFER])

/**
 * Decides a refund of an order: refused if the ledger does not allow it, else approved, unless the request
 * specifies an outcome.
 *
 * @see docs/provider-protocol/authorizations.md#what-a-provider-must-refuse
 */
export function decideRefund(
  request: OperationRequest,
  { operations }: RefundRules,
  books: {
    readonly order: SimulatedOrder | null
    readonly refunds: readonly SimulatedRefund[]
    readonly nowMs: number
  },
): ProcessingCode {
  const { operation, amountMinor } = request
  const { order, refunds, nowMs } = books
  const isWhole = operation === 'VOID'
  if (!isWhole && !operations.includes(operation)) return '2011'
  if (order === null || codeAt(order, nowMs) !== '0000') return '2010'
  if (order.accountId !== request.accountId || order.currency !== request.currency) return '2010'
  if (!isWhole && NOT_REFUNDABLE.has(order.type)) return '2011'
  const gone = refunds
    .filter(({ processingCode }) => processingCode === '0000' || processingCode === OPEN_CODE)
    .reduce((sum, refund) => sum + refund.amountMinor - refund.failedMinor, 0)
  const isPossible = amountMinor > 0 && amountMinor <= order.amountMinor - gone
  return isPossible ? (readOrderSimulation(request.metadata).responseCode ?? '0000') : '2010'
}
