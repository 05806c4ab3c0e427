/** The situation of a customer after an attempt to pay. */
export type ShopperSituation =
  | 'accepted'
  | 'processing'
  | 'declined'
  | 'insufficientFunds'
  | 'canceled'
  | 'timeIsOver'
  | 'cardExpired'
  | 'cardDetails'
  | 'securityCode'
  | 'methodNotOffered'
  | 'methodUnusable'
  | 'installments'
  | 'linkInvalid'
  | 'shopCannot'
  | 'notConfirmed'
  | 'confirmationUnavailable'
  | 'notAccepted'

/**
 * The messages for customers about an outcome, by their situation. Plain, kind and true: nothing about the shop's
 * settings, nothing that helps to evade a risk rule, and what the customer can do now.
 */
export type OutcomeTexts = Readonly<Record<ShopperSituation, string>>
