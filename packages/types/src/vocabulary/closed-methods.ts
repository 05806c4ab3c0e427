/** A discontinued payment method that people still search for. */
export interface ClosedMethod {
  /** The name that customers knew. */
  readonly name: string
  /** Other names that customers search for. */
  readonly alsoCalled: readonly string[]
  /** The reason, as merchants read it after "because". */
  readonly reason: string
  /** The types of methods that replaced it, preferred first. */
  readonly instead: readonly string[]
}

/** Discontinued methods by `payment_method.type`. None of them is ever offered. */
export const CLOSED_METHODS = {
  'provider-redirect-gir': {
    name: 'giropay',
    alsoCalled: [],
    reason: 'its owner closed giropay at the end of 2024',
    instead: ['payment_open_banking', 'provider-redirect-glu', 'payment_bank_transfer'],
  },
  'provider-redirect-sft': {
    name: 'Klarna Sofort',
    alsoCalled: ['Sofort', 'Klarna'],
    reason: 'Klarna ended Sofort as a payment method of its own',
    instead: ['payment_open_banking', 'provider-redirect-glu', 'payment_bank_transfer'],
  },
} as const satisfies Record<string, ClosedMethod>
