import { FIELD_NAMES, type FieldName } from '../validation/field-errors.ts'

/** Whether the form asks for a value that is no card data. */
export const PRESENCES = ['hidden', 'optional', 'required'] as const

export type Presence = (typeof PRESENCES)[number]

/** The merchant's display data of a saved card. It is not sufficient for a payment. */
export interface SavedCard {
  /** The masked number, of which only the last four digits are shown. */
  readonly maskedPan: string
  /** The expiry date, `MMYY`. */
  readonly expirationDate: string
  /** The brand in upper or lower case: `visa`, `VISA`. */
  readonly cardBrand: string
}

/** Whether expiry date and security code are side by side. */
export const CARD_LAYOUTS = ['row', 'stacked'] as const

export type CardLayout = (typeof CARD_LAYOUTS)[number]

export interface CardPlan {
  readonly component: 'card'
  readonly layout: CardLayout
  readonly holderName: Presence
  readonly holderEmail: Presence
  /**
   * Whether the session is known to offer to save the card. Space for the checkbox is then reserved before the
   * session has loaded.
   */
  readonly saveCard: boolean
}

export interface SavedCardPlan {
  readonly component: 'saved-card'
  readonly savedCard: SavedCard
  readonly paymentMethodId: string
}

/** The form that a card frame shows. */
export type FormPlan = CardPlan | SavedCardPlan

export const PLAIN_CARD: CardPlan = {
  component: 'card',
  layout: 'row',
  holderName: 'hidden',
  holderEmail: 'hidden',
  saveCard: false,
}

/** Returns the fields of a form, in their order. */
export function fieldsOf(plan: FormPlan): readonly FieldName[] {
  return FIELD_NAMES.filter((name) => presenceOf(plan, name) !== 'hidden')
}

export function presenceOf(plan: FormPlan, name: FieldName): Presence {
  if (plan.component === 'saved-card') return name === 'cvv' ? 'required' : 'hidden'
  return name === 'holderName' || name === 'holderEmail' ? plan[name] : 'required'
}
