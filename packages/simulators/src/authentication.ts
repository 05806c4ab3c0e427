import type { Secret } from '@sluice/shared/secret'
import type { Metadata } from '@sluice/types'
import type { CardBrand, ChallengePreference, Exemption, TransStatus } from '@sluice/types/vocabulary'

/** What the 3DS server is told of a card. */
export interface AuthenticatedCard {
  readonly pan: Secret<string>
  readonly brand: CardBrand
}

/** What a merchant asks of the issuer. */
export interface AskedOfIssuer {
  readonly challengePreference: ChallengePreference
  readonly exemption: Exemption | null
}

export interface EnrolmentRequest extends AskedOfIssuer {
  /** The gateway's key for the authentication. */
  readonly key: string
  /** Whether the call names the acquirer and the category of the merchant. */
  readonly namesSeller: boolean
  readonly card: AuthenticatedCard
  /** By which simulators are told what to do. */
  readonly metadata: Metadata | null
}

/** What the card range says before authentication starts. */
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
  /** The merchant as the shopper knows it. */
  readonly merchantName: string | null
  readonly amountMinor: number
  readonly currency: string
  /** Whether the 3DS Method finished in the shopper's browser. */
  readonly completionIndicator: 'Y' | 'N' | 'U'
  /** Where the bank posts the CRes. */
  readonly notificationUrl: string
  /** Where the page of a hosted challenge sends the browser. */
  readonly returnUrl: string
  /** Of the shopper's browser. */
  readonly language: string
}

/** A charge that the merchant starts (3RI). */
export interface MerchantInitiatedRequest extends EnrolmentRequest {
  readonly threeDsServerTransId: string
}

/** How the shopper's browser is taken to the challenge. A real 3DS server always says `action`. */
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

/** What the bank told the 3DS server of a challenge (RReq); `error` when it ended it with an error message (Erro). */
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
  /** Looks the card range up; with a method URL the browser is fingerprinted first. */
  enrol(request: EnrolmentRequest): Promise<Enrolment>
  /** Takes the AReq and gives what the ARes says. */
  authenticate(request: AuthenticationRequest): Promise<AuthenticationResponse>
  /** Takes the AReq of a charge that the merchant starts, and gives what the ARes says. */
  authenticateMerchantInitiated(request: MerchantInitiatedRequest): Promise<AuthenticationResponse>
  /** The RReq of a challenge round; null while there is none. */
  readChallengeResult(threeDsServerTransId: string, round: number): Promise<ChallengeResult | null>
}
