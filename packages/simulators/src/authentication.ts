import type { Secret } from '@sluice/shared/secret'
import type { Metadata } from '@sluice/types'
import type { CardBrand, ChallengePreference, Exemption, TransStatus } from '@sluice/types/vocabulary'

/** The card data that the 3DS server receives. */
export interface AuthenticatedCard {
  readonly pan: Secret<string>
  readonly brand: CardBrand
}

/** The merchant's request to the issuer. */
export interface IssuerRequest {
  readonly challengePreference: ChallengePreference
  readonly exemption: Exemption | null
}

export interface EnrolmentRequest extends IssuerRequest {
  /** The gateway's key for the authentication. */
  readonly key: string
  /** Whether the call names the acquirer and the merchant's category. */
  readonly namesSeller: boolean
  readonly card: AuthenticatedCard
  /** The metadata that instructs the simulators. */
  readonly metadata: Metadata | null
}

/** The answer about the card range, before authentication starts. */
export type Enrolment =
  | {
      readonly kind: 'enrolled'
      readonly threeDsServerTransId: string
      readonly messageVersion: '2.2.0'
      readonly methodUrl: string | null
    }
  | { readonly kind: 'not_required' }
  | { readonly kind: 'not_enrolled' | 'unavailable'; readonly threeDsServerTransId: string }
  | { readonly kind: 'error' }

export interface AuthenticationRequest extends EnrolmentRequest {
  readonly threeDsServerTransId: string
  readonly merchantId: string
  /** The merchant, as the shopper knows it. */
  readonly merchantName: string | null
  readonly amountMinor: number
  readonly currency: string
  /** Whether the 3DS Method finished in the shopper's browser. */
  readonly completionIndicator: 'Y' | 'N' | 'U'
  /** The address to which the bank posts the CRes. */
  readonly notificationUrl: string
  /** The address to which the page of a hosted challenge sends the browser. */
  readonly returnUrl: string
  /** The data of the shopper's browser. */
  readonly language: string
}

/** A charge that the merchant starts (3RI). */
export interface MerchantInitiatedRequest extends EnrolmentRequest {
  readonly threeDsServerTransId: string
}

/** The way in which the shopper's browser reaches the challenge. A real 3DS server always uses `action`. */
export type ChallengeDelivery = 'action' | 'redirect' | 'form_submit'

export interface AuthenticationOutcome {
  readonly transStatus: TransStatus
  readonly transStatusReason: string | null
  readonly eci: string | null
  readonly authenticationValue: string | null
  readonly dsTransId: string | null
  readonly acsTransId: string | null
}

export type AuthenticationResponse =
  | ({ readonly kind: 'authenticated' } & AuthenticationOutcome)
  | {
      readonly kind: 'challenge'
      readonly acsTransId: string
      readonly acsUrl: string
      readonly dsTransId: string
      readonly delivery: ChallengeDelivery
    }
  | {
      readonly kind: 'hosted_challenge'
      readonly pageUrl: string
      readonly inFrame: boolean
      readonly dsTransId: string
    }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'error' }

/**
 * The bank's report about a challenge to the 3DS server (RReq); `error` if the bank ended it with an error message
 * (Erro).
 */
export type ChallengeResult =
  | ({
      readonly kind: 'completed'
      /** 1 for the first challenge of the authentication, 2 for the additional one. */
      readonly round: number
      readonly challengeCancel: string | null
    } & AuthenticationOutcome)
  | { readonly kind: 'error'; readonly round: number }

/** The simulated 3DS server. */
export interface ThreeDsServer {
  /** Looks up the card range. If it has a method URL, the browser runs the 3DS Method first. */
  enrol(request: EnrolmentRequest): Promise<Enrolment>
  /** Handles the AReq and returns the content of the ARes. */
  authenticate(request: AuthenticationRequest): Promise<AuthenticationResponse>
  /** Handles the AReq of a charge that the merchant starts, and returns the content of the ARes. */
  authenticateMerchantInitiated(request: MerchantInitiatedRequest): Promise<AuthenticationResponse>
  /** Returns the RReq of a challenge round, or null while there is none. */
  readChallengeResult(threeDsServerTransId: string, round: number): Promise<ChallengeResult | null>
}
