import type { Currency, Language, MethodKind } from '@sluice/types/vocabulary'

/** The smallest and the largest amount, in minor units. */
export interface AmountLimits {
  readonly minMinor: number
  readonly maxMinor: number
  /** Amounts are multiples of it; absent: any amount. */
  readonly stepMinor?: number
}

/** Limits by currency; a currency that is not listed has none. */
export type LimitsByCurrency = ReadonlyMap<Currency, AmountLimits>

/**
 * What the operator's configuration says about a payment method, at a provider or at a terminal. What it leaves out is as
 * catalogued. It is stored as JSON.
 */
export interface MethodSettings {
  /** One name for all languages, or a name by language, with English. */
  readonly name?: string | Readonly<Partial<Record<Language, string>>>
  /** A drawing of the catalogue, or one to four letters. */
  readonly mark?: string
  readonly kind?: MethodKind
  readonly alsoCalled?: readonly string[]
  /** Empty: every country. */
  readonly countries?: readonly string[]
  /** Empty: every currency. */
  readonly currencies?: readonly Currency[]
  /** Methods with a smaller number are offered first, those without one last. */
  readonly order?: number
  /** Whether lists of payment methods show it; requests that name it are accepted all the same. */
  readonly visible?: boolean
  readonly refundable?: boolean
  readonly amounts?: Readonly<Partial<Record<Currency, AmountLimits>>>
}

/** Settings by `payment_method.type`, or `card` for every way to pay with a card. */
export type SettingsByMethod = ReadonlyMap<string, MethodSettings>
