import type {
  CardBrand,
  Exemption,
  SimulatedCresForm,
  SimulatedFlow,
  TransStatus,
} from '@sluice/types/vocabulary'

import type { ShopperAddresses } from '../provider.ts'
import type { LedgerEntry } from './provider-ledger.ts'

/** A payment that a simulated provider holds, or held, while the shopper is authenticated. Of the card it keeps what the shopper is shown. */
export interface HeldPayment {
  readonly providerId: string
  readonly idempotencyKey: string
  readonly merchantId: string
  /** Of the authentication; the provider assigns it. */
  readonly transId: string
  /** What becomes of the payment once the shopper is authenticated. */
  readonly entry: LedgerEntry
  readonly flow: SimulatedFlow
  readonly cresForm: SimulatedCresForm
  readonly brand: CardBrand
  readonly cardLast4: string
  readonly language: string
  readonly shopper: ShopperAddresses
  /** What the shopper is asked for. */
  readonly step: 'NONE' | 'FINGERPRINT' | 'CHALLENGE'
  /** The running challenge: 0 before the first. */
  readonly round: number
  /** The exemption in place of an authentication; null or absent for none. */
  readonly exemption?: Exemption | null
  /** How the shopper was authenticated; null while that is not known, and for a payment that nobody authenticates. */
  readonly told: TransStatus | null
  /** From when on a page that was left open after a decline has been paid at; null if none was. */
  readonly payableAtMs: number | null
}

/** Keeps held payments, durably. */
export interface HeldPayments {
  /** Writes the payment unless its key is known; gives the payment that stands. */
  add(payment: HeldPayment): Promise<HeldPayment>
  find(providerId: string, idempotencyKey: string): Promise<HeldPayment | null>
  findByTransId(providerId: string, transId: string): Promise<HeldPayment | null>
  update(payment: HeldPayment): Promise<void>
}
