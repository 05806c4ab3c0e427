import type { ProcessingCode } from '@sluice/types/vocabulary'

import type { Booked, OrderRequest, ProviderOutcome } from '../provider.ts'
import { providerCodeFor, providerMessageFor } from '../card-provider/provider-codes.ts'
import type { AnswerKind } from './decide-order.ts'

/**
 * An order, as the provider stores it: without account number or BLIK code, only with the decision that followed
 * from them.
 */
export interface SimulatedOrder extends Pick<
  OrderRequest,
  | 'idempotencyKey'
  | 'merchantId'
  | 'transactionId'
  | 'accountId'
  | 'type'
  | 'direction'
  | 'amountMinor'
  | 'currency'
  | 'reference'
  | 'merchantName'
  | 'returnUrl'
  | 'language'
  | 'expiresAtMs'
  | 'callbackUrl'
> {
  readonly providerId: string
  readonly fault: string | null
  readonly answer: AnswerKind
  /** The key that a button of the page needs. Only those who were shown the page know it. */
  readonly pageKey: string
  readonly processingCode: ProcessingCode
  readonly plannedCode: ProcessingCode | null
  readonly settleAtMs: number | null
  readonly isAsked: boolean
  readonly endsItself: boolean
  /** The number of wrong BLIK codes so far. */
  readonly wrongCodes: number
  readonly approvalCode: string
  readonly referenceNumber: string
  readonly systan: number
  readonly createdAtMs: number
}

export const OPEN_CODE: ProcessingCode = '1002'

/** Returns the order's code at a moment. A code that the order got automatically counts even before it is stored. */
export function codeAt(
  order: Pick<SimulatedOrder, 'processingCode' | 'plannedCode' | 'settleAtMs' | 'expiresAtMs'>,
  nowMs: number,
): ProcessingCode {
  const { processingCode, plannedCode, settleAtMs, expiresAtMs } = order
  if (processingCode !== OPEN_CODE) return processingCode
  if (plannedCode !== null && settleAtMs !== null && nowMs >= settleAtMs) return plannedCode
  return expiresAtMs !== null && nowMs >= expiresAtMs ? '1005' : OPEN_CODE
}

/** Returns the codes and numbers that the port reports. */
export function toOutcome(
  processingCode: ProcessingCode,
  {
    accountId,
    amountMinor,
    currency,
    ...numbers
  }: Booked & Pick<SimulatedOrder, 'approvalCode' | 'referenceNumber' | 'systan'>,
): ProviderOutcome {
  const providerResponseCode = providerCodeFor(processingCode)
  return {
    processingCode,
    providerResponseCode,
    providerResponseMessage: providerMessageFor(providerResponseCode),
    approvalCode: processingCode === '0000' ? numbers.approvalCode : null,
    referenceNumber: numbers.referenceNumber,
    systan: numbers.systan,
    booked: { accountId, amountMinor, currency },
    retryable: false,
  }
}
