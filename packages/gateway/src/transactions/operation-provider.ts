import type { ManageType, ProcessingCode, SimulatedFault } from '@sluice/types/vocabulary'

import type { ProviderOutcome } from './provider-outcome.ts'

/** What the simulators are told about an operation; null in production. */
export interface OperationSimulation {
  readonly responseCode?: ProcessingCode
  readonly providerResponseCode?: string
  readonly providerResponseMessage?: string
  readonly delayMs?: number
  readonly fault?: SimulatedFault
}

/** A follow-up to money that a provider holds or has moved. */
export interface OperationRequest {
  /** The id of the operation's attempt. Sending it twice must move money once. */
  readonly idempotencyKey: string
  readonly operation: ManageType
  readonly merchantId: string
  readonly transactionId: string
  readonly accountId: string
  /** Key under which the customer's transaction was approved: an authorization, a purchase, a payment. */
  readonly originalKey: string
  /** Key of the direct parent: of a capture, when that capture is refunded or voided. */
  readonly parentKey: string
  readonly amountMinor: number
  readonly currency: string
  /** Whether a capture releases what it leaves open. */
  readonly finalCapture: boolean
  readonly simulation: OperationSimulation | null
}

/** A provider that can capture, refund and void what it approved. */
export interface OperationPort {
  /** A call that throws has an unknown outcome; the provider is asked for it by the key. */
  operate(request: OperationRequest): Promise<ProviderOutcome>
}
