import type { Metadata } from '@sluice/types'
import type { CardBrand, ChallengePreference, Exemption, TransStatus } from '@sluice/types/vocabulary'
import type { Secret } from '@sluice/platform/kernel/secret'

import type { FirstAuthentication } from '../payment-methods/index.ts'
import type { Seller } from './seller.ts'

/** The card data for the 3DS Server. The number leaves the process only through this port. */
export interface AuthenticatedCard {
  readonly pan: Secret<string>
  readonly brand: CardBrand
  /** 1–12. */
  readonly expirationMonth: number
  /** Four digits. */
  readonly expirationYear: number
}

/** The sale and the seller, as the card's bank needs them. */
export interface Sale {
  readonly seller: Seller
  readonly amountMinor: number
  readonly currency: string
  /** Epoch milliseconds: when the shopper paid. */
  readonly requestedAtMs: number
  /** False for a card that is verified without an amount. */
  readonly isPayment: boolean
  /** Whether the card is saved with the payment. */
  readonly savesCard: boolean
  /** MANDATE also after an issuer's soft decline. */
  readonly challengePreference: ChallengePreference
  /** The exemption that the merchant requests; null for none. */
  readonly exemption: Exemption | null
  /** 3RI: the merchant charges a saved card without the shopper. */
  readonly channel: AuthenticationChannel
}

/** The channel of an authentication: with the shopper's browser, or by the merchant alone (3RI). */
export type AuthenticationChannel = 'BROWSER' | '3RI'

export interface EnrolmentRequest extends Sale {
  /** The id of the attempt; its enrolment and its authentication have the same. */
  readonly key: string
  readonly merchantId: string
  readonly transactionId: string
  readonly card: AuthenticatedCard
  /** The request's metadata in the test environment; null in production. */
  readonly metadata: Metadata | null
}

/** The result for the card range, before authentication starts. */
export type Enrolment =
  | {
      readonly kind: 'enrolled'
      /** Assigned by the 3DS server; unique for each authentication. */
      readonly threeDsServerTransId: string
      readonly messageVersion: string
      readonly methodUrl: string | null
    }
  | { readonly kind: 'not_required' }
  /** The card can be authenticated, but the server assigned no id. */
  | { readonly kind: 'without_id' }
  | {
      readonly kind: 'not_enrolled' | 'unavailable' | 'error'
      /** Null if the server assigned none, or did not respond. */
      readonly threeDsServerTransId: string | null
    }

/**
 * The known data of the payer, because banks challenge a recognized customer less often. Name and address are limited
 * to the characters and lengths that EMV 3-D Secure allows.
 */
export interface Cardholder {
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  /** The billing address. */
  readonly address: string | null
  readonly city: string | null
  readonly postalCode: string | null
  /** ISO 3166-2 without its country, at most 3 letters and digits. */
  readonly state: string | null
  /** ISO 3166-1, two letters. */
  readonly country: string | null
}

export interface BrowserInfo {
  readonly userAgent: string
  readonly acceptHeader: string
  readonly javaEnabled: boolean
  readonly colorDepth: number
  readonly screenHeight: number
  readonly screenWidth: number
  /** Minutes between UTC and local time, as `Date.prototype.getTimezoneOffset` counts them (UTC+1 is −60). */
  readonly timeZoneOffset: number
  readonly language: string
  /** The IP address of the shopper's connection; null if unknown. */
  readonly ip: string | null
  /** Whether scripts run; null if unknown. */
  readonly javaScriptEnabled: boolean | null
}

/** Its key is that of the enrolment. */
export interface AuthenticationRequest extends EnrolmentRequest {
  readonly threeDsServerTransId: string
  /** The id from the enrolment. */
  readonly messageVersion: string
  /** Whether the 3DS Method finished in the shopper's browser. */
  readonly completionIndicator: 'Y' | 'N' | 'U'
  readonly challengeWindowSize: string
  /** The address to which the ACS posts the CRes. */
  readonly notificationUrl: string
  /** The address to which the page of a hosted challenge redirects the browser. */
  readonly returnUrl: string
  readonly cardholder: Cardholder | null
  readonly browserInfo: BrowserInfo
}

/** A merchant-initiated charge (3RI). Its key is that of the enrolment. */
export interface MerchantInitiatedRequest extends EnrolmentRequest {
  readonly threeDsServerTransId: string
  /** The id from the enrolment. */
  readonly messageVersion: string
  readonly cardholder: Cardholder | null
  /** The authentication with which the card was saved. */
  readonly firstAuthentication: FirstAuthentication
}

/** The way in which the shopper's browser reaches the challenge. A real 3DS Server always returns `action`. */
export type ChallengeDelivery = 'action' | 'redirect' | 'form_submit'

/** Whether a hosted challenge may be shown in a frame. */
export type ChallengeDisplay = 'FRAME' | 'FULL_PAGE'

export interface AuthenticationOutcome {
  readonly transStatus: TransStatus
  readonly transStatusReason: string | null
  readonly eci: string | null
  readonly authenticationValue: Secret<string> | null
  readonly dsTransId: string | null
  /** Absent if the 3DS server does not report it. */
  readonly acsTransId?: string | null
}

export type AuthenticationResponse =
  | ({ readonly kind: 'authenticated' } & AuthenticationOutcome)
  | {
      readonly kind: 'challenge'
      readonly acsTransId: string
      readonly acsUrl: string
      readonly dsTransId: string | null
      readonly delivery: ChallengeDelivery
    }
  /** The server shows the challenge on its own page. */
  | {
      readonly kind: 'hosted_challenge'
      readonly pageUrl: string
      readonly display: ChallengeDisplay
      readonly dsTransId: string | null
    }
  /** A hosted challenge at an origin that the operator has not configured for this server. */
  | { readonly kind: 'foreign_page' }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'error' }
  /** The server no longer knows the id that it assigned. */
  | { readonly kind: 'expired' }

/** A challenge whose result is queried. */
export interface ChallengeRound {
  /** The gateway's own id, which is not sent to a 3DS server. */
  readonly transactionId: string
  readonly threeDsServerTransId: string
  /** 1 for the first challenge of the authentication, 2 for the additional one. */
  readonly round: number
}

/**
 * The result of a challenge as the ACS reported it to the 3DS Server (RReq), the only trusted one. `error`: the ACS
 * ended the round with an error message (Erro) instead of a result, which declines with 3000.
 */
export type ChallengeResult =
  | ({
      readonly kind: 'completed'
      /** 1 for the first challenge of the authentication, 2 for the additional one. */
      readonly round: number
      readonly challengeCancel: string | null
    } & AuthenticationOutcome)
  | { readonly kind: 'error'; readonly round: number }

/**
 * Authenticates cardholders. Implementations keep no card data after a call returns. A call that throws is an outage:
 * the authentication counts as unavailable.
 */
export interface ThreeDsServer {
  /** Looks the card range up; with a method URL the browser is fingerprinted first. */
  enrol(request: EnrolmentRequest): Promise<Enrolment>
  /** Sends the AReq and returns the content of the ARes. */
  authenticate(request: AuthenticationRequest): Promise<AuthenticationResponse>
  /** Sends the AReq of a merchant-initiated charge. Undefined if the server does not offer 3RI. */
  authenticateMerchantInitiated?(request: MerchantInitiatedRequest): Promise<AuthenticationResponse>
  /** Reads the stored RReq of a challenge round; null while none has arrived, undefined if the server cannot be asked. */
  readChallengeResult(challenge: ChallengeRound): Promise<ChallengeResult | null | undefined>
}
