import type { LinkHindrance } from '@sluice/texts/payment-link'
import type { Branding } from '@sluice/types'
import type { Language } from '@sluice/types/vocabulary'

/** Everything that the page of a payment link is drawn from. */
export interface LinkPageView {
  readonly shown: OfferedLink | HinderedLink | { readonly kind: 'RETURNED' }
  /** Null where the address leads to no merchant. */
  readonly branding: Branding | null
  readonly language: Language
  readonly languages: readonly Language[]
  /** Of the page's Content-Security-Policy, for its style sheet. */
  readonly nonce: string
  readonly environment: 'test' | 'production'
}

/** A link that can be paid. */
export interface OfferedLink {
  readonly kind: 'OFFERED'
  readonly currency: string
  /** In minor units: what is to be paid, or what the shopper may enter; 0 where a card is verified. */
  readonly amount: number | { readonly min: number; readonly max: number }
  readonly description: string
  /** What the shopper entered, if it is no amount of the range. */
  readonly refusedAmount: string | null
}

/** A link that cannot be paid, at least not now. */
export interface HinderedLink {
  readonly kind: 'HINDERED'
  readonly blockingReason: LinkHindrance
  /** Shown for the shop's support; null where there is none. */
  readonly code: string | null
}
