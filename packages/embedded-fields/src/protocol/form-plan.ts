import { FIELD_NAMES, type FieldName } from '../validation/field-errors.ts'

/** Whether the form asks for something that is no card data. */
export const PRESENCES = ['hidden', 'optional', 'required'] as const

export type Presence = (typeof PRESENCES)[number]

/** What a merchant shows of a card that was saved: nothing with which one could pay. */
export interface SavedCard {
  /** The masked number, of which only the last four digits are shown. */
  readonly maskedPan: string
  /** `MMYY`. */
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
  /** The session is known to offer to save the card: the room for its checkbox is there before the session has loaded. */
  readonly saveCard: boolean
}

export interface SavedCardPlan {
  readonly component: 'saved-card'
  readonly savedCard: SavedCard
  readonly paymentMethodId: string
}

/** Which form a card frame shows. */
export type FormPlan = CardPlan | SavedCardPlan

export const PLAIN_CARD: CardPlan = {
  component: 'card',
  layout: 'row',
  holderName: 'hidden',
  holderEmail: 'hidden',
  saveCard: false,
}

/** The fields of a form, in their order. */
export function fieldsOf(plan: FormPlan): readonly FieldName[] {
  return FIELD_NAMES.filter((name) => presenceOf(plan, name) !== 'hidden')
}

export function presenceOf(plan: FormPlan, name: FieldName): Presence {
  if (plan.component === 'saved-card') return name === 'cvv' ? 'required' : 'hidden'
  return name === 'holderName' || name === 'holderEmail' ? plan[name] : 'required'
}
