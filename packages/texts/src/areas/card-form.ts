/** Failures that a shopper may meet; faults of an integration speak English to its developer. */
export type FailureCode =
  | 'network_error'
  | 'outcome_unknown'
  | 'session_not_found'
  | 'session_expired'
  | 'session_finished'
  | 'payment_in_progress'
  | 'amount_changed'
  | 'payment_link_in_use'
  | 'request_refused'
  | 'too_many_requests'
  | 'service_unavailable'
  | 'insecure_context'

export type FieldName = 'number' | 'expiry' | 'cvv' | 'holderName' | 'holderEmail'

/** The codes of all errors in a field. */
export type FieldErrorCode =
  | 'number_required'
  | 'number_incomplete'
  | 'number_invalid'
  | 'brand_not_accepted'
  | 'expiry_required'
  | 'expiry_incomplete'
  | 'expiry_month_invalid'
  | 'expiry_past'
  | 'cvv_required'
  | 'cvv_incomplete'
  | 'cvv_invalid'
  | 'holder_name_required'
  | 'holder_name_invalid'
  | 'holder_email_required'
  | 'holder_email_invalid'

/** The texts of the card form. */
export interface FormTexts {
  /** Title of the form's frame, for screen readers. */
  readonly cardForm: string
  readonly labels: Readonly<Record<FieldName, string>>
  readonly placeholders: Readonly<Partial<Record<FieldName, string>>>
  /** Said behind the label of a field that may stay empty. */
  readonly optional: string
  /** The label before the expiry date of a saved card, such as `12/30`. */
  readonly expires: string
  /** The label before the date of a saved card that has expired. */
  readonly expired: string
  readonly errors: Readonly<Record<FieldErrorCode, string>>
  /** The label of the checkbox, where the session offers it. */
  readonly saveCard: string
  /** Announced when several fields are wrong at once; their labels follow. */
  readonly checkFields: string
  /** Shown without a connection. */
  readonly offline: string
  /** Shown after a long wait. */
  readonly stillWorking: string
}

/** Data of the customer that a merchant's page can pass. */
export type CustomerMember =
  | 'firstName'
  | 'lastName'
  | 'address'
  | 'city'
  | 'postalCode'
  | 'country'
  | 'phone'
  | 'email'

/** The parts of a message about customer data from the merchant's page: the member's name, a colon, the rule. */
export interface CustomerTexts {
  readonly members: Readonly<Record<CustomerMember, string>>
  readonly rules: Readonly<Record<CustomerRule, string>>
}

/** `other`: of every member without a rule of its own. */
export type CustomerRule = 'phone' | 'email' | 'country' | 'other'

/**
 * The messages for a payment without an outcome; `{amount}` is filled in. Apart from the others because the frame
 * around the bank's page never shows them. Only the hosted page shows those of payment links.
 */
export type FailureTexts = Readonly<Record<Exclude<FailureCode, 'payment_link_in_use'>, string>>

/** The texts around the bank's page. */
export interface PaymentTexts {
  /** Title of the frame with the issuer's page, for screen readers. */
  readonly bankPage: string
  readonly waiting: string
  readonly challengeTitle: string
  readonly close: string
  /** Announced near the end of the time that the bank gives. */
  readonly closesSoon: string
  readonly cancelQuestion: string
  readonly cancelExplanation: string
  readonly cancelPayment: string
  readonly continuePayment: string
  /** Shown after a long wait. */
  readonly stillWorking: string
  /** A quiet offer of help under the title. Like the three that follow, short enough for one line. */
  readonly problems: string
  readonly bankIsSlow: string
  readonly connectionLost: string
  readonly connectionBack: string
  /** Shown in place of the bank's page. */
  readonly bankIsLost: string
  /** Two buttons side by side. */
  readonly reloadBank: string
  readonly cancel: string
  /** Replaces the title if there is no page of the bank. */
  readonly inProgress: string
  /** Shown in place of the bank's page if its address is unknown here. */
  readonly elsewhere: string
  readonly serviceIsSilent: string
  readonly notCanceled: string
}
