import { CARD_TRANSACTION_TYPES, type CardTransactionType } from '@sluice/types/vocabulary'

import type { InstallmentPlan, Terminal } from '../settings/settings.ts'

/** The members of a terminal that decide which links it can have. */
export type LinkTerminal = Pick<Terminal, 'terminal_id' | 'status' | 'features' | 'installments'>

/** The choices for a new link on which other fields depend. */
export interface LinkChoice {
  readonly terminal: LinkTerminal
  readonly type: CardTransactionType
  readonly currency: string
  /** `FIXED` if the merchant sets the amount, `OPEN` if the customer enters it within limits. */
  readonly pricing: Pricing
}

export type Pricing = 'FIXED' | 'OPEN'

/** A checkout for a purchase also takes methods that are no cards. */
const FEATURES: Readonly<Record<CardTransactionType, readonly string[]>> = {
  PURCHASE: ['TRX_TYPE_PURCHASE', 'TRX_TYPE_PAYMENT'],
  AUTHORIZE: ['TRX_TYPE_AUTHORIZE'],
  VERIFY: ['TRX_TYPE_VERIFY'],
}

const CURRENCY = 'EUR'

/** In the order in which they are offered; the first one is chosen in a new form. */
const OFFERED: readonly CardTransactionType[] = [
  'PURCHASE',
  ...CARD_TRANSACTION_TYPES.filter((type) => type !== 'PURCHASE'),
]

/** The types that a link can have at a terminal. */
export function typesAt({ features }: LinkTerminal): readonly CardTransactionType[] {
  return OFFERED.filter((type) => FEATURES[type].some((feature) => features.includes(feature)))
}

/** The terminals that take payments of links now. */
export function linkTerminals(terminals: readonly LinkTerminal[]): readonly LinkTerminal[] {
  return terminals.filter((terminal) => terminal.status === 'ACTIVE' && typesAt(terminal).length > 0)
}

/** The initial values of a new form; null if there is no terminal. */
export function firstChoice(terminals: readonly LinkTerminal[]): LinkChoice | null {
  const [terminal] = linkTerminals(terminals)
  return terminal
    ? withAvailableType({ terminal, type: 'PURCHASE', currency: CURRENCY, pricing: 'FIXED' })
    : null
}

/** The choice, with a type that its terminal has. */
export function withAvailableType(choice: LinkChoice): LinkChoice {
  const types = typesAt(choice.terminal)
  const [first = choice.type] = types
  return { ...choice, type: types.includes(choice.type) ? choice.type : first }
}

/** The numbers of installments that the terminal has for the currency; none for a verification, which charges nothing. */
export function installmentCounts(choice: LinkChoice): readonly number[] {
  const counts = plansOf(choice).flatMap(({ min_count: min, max_count: max }) =>
    Array.from({ length: max - min + 1 }, (_, index) => min + index),
  )
  return [...new Set(counts)].toSorted((one, other) => one - other)
}

/** From which amount the terminal has installments, in minor units. */
export function smallestDivided(choice: LinkChoice): number {
  return Math.min(...plansOf(choice).map(({ min_amount: min }) => min))
}

function plansOf({ terminal, type, currency }: LinkChoice): readonly InstallmentPlan[] {
  if (type === 'VERIFY') return []
  return (terminal.installments ?? []).filter((plan) => plan.currency === currency)
}
