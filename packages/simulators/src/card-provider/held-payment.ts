import type {
  CardBrand,
  Exemption,
  SimulatedCresForm,
  SimulatedFlow,
  TransStatus,
} from '@sluice/types/vocabulary'

import type { ShopperAddresses } from '../provider.ts'
import type { LedgerEntry } from './provider-ledger.ts'

/**
 * A payment that a simulated provider holds, or held, while it authenticates the shopper. Of the card it stores
 * only what the shopper sees.
 */
export interface HeldPayment {
  readonly providerId: string
  readonly idempotencyKey: string
  readonly merchantId: string
  /** The id of the authentication, which the provider assigns. */
  readonly transId: string
  /** The outcome of the payment once the shopper is authenticated. */
  readonly entry: LedgerEntry
  readonly flow: SimulatedFlow
  readonly cresForm: SimulatedCresForm
  readonly brand: CardBrand
  readonly cardLast4: string
  readonly language: string
  readonly shopper: ShopperAddresses
  /** The step that the shopper has to take. */
  readonly step: 'NONE' | 'FINGERPRINT' | 'CHALLENGE'
  /** The running challenge; 0 before the first. */
  readonly round: number
  /** The exemption in place of an authentication; null or absent for none. */
  readonly exemption?: Exemption | null
  /** The result of the authentication; null until it is known, and for a payment without authentication. */
  readonly told: TransStatus | null
  /** The time from which a page that was left open after a decline accepts payment; null if there was none. */
  readonly payableAtMs: number | null
}

/** Stores held payments durably. */
export interface HeldPayments {
  /** Stores the payment unless its key is known. Returns the stored payment. */
  add(payment: HeldPayment): Promise<HeldPayment>
  find(providerId: string, idempotencyKey: string): Promise<HeldPayment | null>
  findByTransId(providerId: string, transId: string): Promise<HeldPayment | null>
  update(payment: HeldPayment): Promise<void>
}
