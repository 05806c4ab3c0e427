/** A payment as Adyen stores it. Amounts are in Adyen's units. */
export interface TwinPayment {
  readonly psp: string
  readonly reference: string
  readonly merchantAccount: string
  readonly currency: string
  readonly amount: number
  /** The `paymentMethod` of events: `visa`, `ideal`. */
  readonly variant: string
  readonly returnUrl: string
  readonly isManualCapture: boolean
  /** Whether the amount may be updated: `authorisationType` is `PreAuth`. */
  readonly isPreAuthorised: boolean
  /** Whether a partial approval is allowed. */
  readonly isPartAllowed: boolean
  readonly expiresAtMs: number | null
  status: 'awaiting' | 'authorised' | 'refused' | 'cancelled' | 'closed'
  /** The approved part after a partial approval; otherwise the amount. */
  authorised: number
  captured: number
  refunded: number
  /** The step that the shopper has to take. */
  step: TwinStep | null
  behaviour: CardBehaviour
}

/** The step that the shopper was asked for. */
export interface TwinStep {
  readonly kind: 'fingerprint' | 'challenge' | 'redirect'
  readonly paymentData: string
  readonly authorisationToken: string
  readonly transId: string
  readonly acsTransId: string
  readonly notificationUrl: string
  /** The bank's result; null until the shopper has decided. */
  result: 'Y' | 'N' | null
}

/** The behaviour of a card. */
export interface CardBehaviour {
  readonly threeDs: 'none' | 'frictionless' | 'challenge' | 'redirect'
  /** `refusalReasonCode`; null for an approval. */
  readonly refusal: string | null
  /** Approves only this part, if partial approvals are allowed. */
  readonly approvedShare?: number
  /** `merchantAdviceCode`. */
  readonly advice?: string
}

/** The state of the twin. */
export interface World {
  readonly nowMs: () => number
  readonly publicUrl: () => string
  readonly newPsp: () => string
  readonly newToken: (prefix: string) => string
  readonly newUuid: () => string
  readonly emit: (event: TwinEvent) => void
  readonly payments: Map<string, TwinPayment>
  /** The results of the next payments whose references match a pattern, whatever their card is. */
  readonly planned: { readonly reference: RegExp; readonly behaviour: CardBehaviour }[]
}

/** An event before it is written as a webhook. */
export interface TwinEvent {
  readonly eventCode: string
  readonly payment: TwinPayment
  /** Adyen's name of the incident; for an authorisation, the name of the payment itself. */
  readonly psp: string
  readonly isSuccess: boolean
  readonly reference: string
  readonly amount?: number
  readonly reason?: string
  readonly extra?: Readonly<Record<string, string>>
}

/** Finds the payment with one of Adyen's names. */
export function findByReference(
  world: World,
  merchantAccount: string,
  reference: string,
): TwinPayment | undefined {
  return [...world.payments.values()].find(
    (one) => one.reference === reference && one.merchantAccount === merchantAccount,
  )
}
