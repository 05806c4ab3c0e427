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
 * What a customer may be told about an outcome, by the situation they are in. Plain, kind and true: nothing about the
 * shop's settings, nothing that teaches how to get around a risk rule, and what can be done now.
 */
export type OutcomeTexts = Readonly<Record<ShopperSituation, string>>
