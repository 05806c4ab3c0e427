import type { Currency, Language, MethodKind } from '@sluice/types/vocabulary'

/** The smallest and the largest amount, in minor units. */
export interface AmountLimits {
  readonly minMinor: number
  readonly maxMinor: number
  /** Amounts must be multiples of it; absent allows any amount. */
  readonly stepMinor?: number
}

/** The limits by currency; a currency that is not listed has none. */
export type LimitsByCurrency = ReadonlyMap<Currency, AmountLimits>

/**
 * The operator's settings of a payment method, at a provider or at a terminal. The catalogue supplies omitted
 * members. Stored as JSON.
 */
export interface MethodSettings {
  /** One name for all languages, or a name by language, with English. */
  readonly name?: string | Readonly<Partial<Record<Language, string>>>
  /** An icon of the catalogue, or one to four letters. */
  readonly mark?: string
  readonly kind?: MethodKind
  readonly alsoCalled?: readonly string[]
  /** The countries; empty for all. */
  readonly countries?: readonly string[]
  /** The currencies; empty for all. */
  readonly currencies?: readonly Currency[]
  /** Methods with a smaller number are offered first, those without one last. */
  readonly order?: number
  /** Whether lists of payment methods show it; requests that name it are accepted all the same. */
  readonly visible?: boolean
  readonly refundable?: boolean
  readonly amounts?: Readonly<Partial<Record<Currency, AmountLimits>>>
}

/** The settings by `payment_method.type`, or `card` for every card method. */
export type SettingsByMethod = ReadonlyMap<string, MethodSettings>
