import type { ProcessingCode } from '@sluice/types/vocabulary'

import type { Booked, OrderRequest, ProviderOutcome } from '../provider.ts'
import { providerCodeFor, providerMessageFor } from '../card-provider/provider-codes.ts'
import type { AnswerKind } from './decide-order.ts'

/** What a provider wrote down about an order: no account number, no BLIK code, only what they led to. */
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
  /** Needed to press a button of the page: only who was shown the page knows it. */
  readonly pageKey: string
  readonly processingCode: ProcessingCode
  readonly plannedCode: ProcessingCode | null
  readonly settleAtMs: number | null
  readonly isAsked: boolean
  readonly endsItself: boolean
  /** Wrong BLIK codes so far. */
  readonly wrongCodes: number
  readonly approvalCode: string
  readonly referenceNumber: string
  readonly systan: number
  readonly createdAtMs: number
}

export const OPEN_CODE: ProcessingCode = '1002'

/** The order's code at a moment: what it has become by itself counts before it is stored. */
export function codeAt(
  order: Pick<SimulatedOrder, 'processingCode' | 'plannedCode' | 'settleAtMs' | 'expiresAtMs'>,
  nowMs: number,
): ProcessingCode {
  const { processingCode, plannedCode, settleAtMs, expiresAtMs } = order
  if (processingCode !== OPEN_CODE) return processingCode
  if (plannedCode !== null && settleAtMs !== null && nowMs >= settleAtMs) return plannedCode
  return expiresAtMs !== null && nowMs >= expiresAtMs ? '1005' : OPEN_CODE
}

/** Codes and numbers as the port reports them. */
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
