import type { LinkHindrance } from '@sluice/texts/payment-link'
import type { Branding } from '@sluice/types'
import type { Language } from '@sluice/types/vocabulary'

/** The data of a payment link's page. */
export interface LinkPageView {
  readonly shown: OfferedLink | HinderedLink | { readonly kind: 'RETURNED' }
  /** The merchant; null if the address has none. */
  readonly branding: Branding | null
  readonly language: Language
  readonly languages: readonly Language[]
  /** The nonce of the page's Content-Security-Policy, for its style sheet. */
  readonly nonce: string
  readonly environment: 'test' | 'production'
}

/** A link that can be paid. */
export interface OfferedLink {
  readonly kind: 'OFFERED'
  readonly currency: string
  /** The amount in minor units: to pay, or the maximum that the shopper may enter; 0 for a verification. */
  readonly amount: number | { readonly min: number; readonly max: number }
  readonly description: string
  readonly refusedAmount: RefusedAmount | null
}

/** The shopper's input, if it is not an amount in the range. */
export interface RefusedAmount {
  readonly typed: string
  /** Whether it is an amount, but too small or too large. */
  readonly isOutOfRange: boolean
}

/** A link that cannot be paid, at least not now. */
export interface HinderedLink {
  readonly kind: 'HINDERED'
  readonly blockingReason: LinkHindrance
  /** The code for the shop's support; null if there is none. */
  readonly code: string | null
}
