import {
  type CataloguedMethod,
  type Currency,
  findCataloguedMethod,
  type Language,
  LANGUAGES,
  LOCAL_SCHEME_TYPE,
  methodName,
  type MethodKind,
  PAYMENT_METHODS,
} from '@sluice/types/vocabulary'

import type { AmountLimits, LimitsByCurrency, MethodSettings, SettingsByMethod } from './method-settings.ts'

/** A payment method as it is at one terminal: the catalogue, changed by the provider's settings, then by the terminal's. */
export interface DescribedMethod {
  /** `payment_method.type`. */
  readonly type: string
  /** Null if neither the catalogue nor the configuration names it. */
  readonly name: string | null
  /** The languages in which it has another name. */
  readonly names: Readonly<Partial<Record<Language, string>>>
  readonly kind: MethodKind
  readonly mark: string
  readonly alsoCalled: readonly string[]
  /** Empty: every country. */
  readonly countries: readonly string[]
  /** Empty: every currency. */
  readonly currencies: readonly Currency[]
  /** Where requests may use it, which is not held to the catalogue; empty as above. */
  readonly requests: Pick<DescribedMethod, 'countries' | 'currencies'>
  /** Null: after the methods that have one. */
  readonly order: number | null
  readonly isVisible: boolean
  readonly isRefundable: boolean
  /** Of the provider's settings and of the terminal's: all apply. */
  readonly limits: readonly LimitsByCurrency[]
  /** Why nobody can pay with it any more; null for a method that exists. */
  readonly closed: string | null
}

/** Cards and payouts are no part of the catalogue. */
const NOT_CATALOGUED: CataloguedMethod = {
  brand: null,
  kind: 'bank',
  mark: 'bank',
  alsoCalled: [],
  countries: [],
  currencies: [],
  closed: null,
}

/** The contract itself names the currency of these. Of others, providers know better than the catalogue where they are taken. */
const LIMITED_BY_CONTRACT: ReadonlySet<string> = new Set([LOCAL_SCHEME_TYPE, PAYMENT_METHODS.UPI])

const LANGUAGE_CODES = Object.keys(LANGUAGES) as readonly Language[]

/** Describes a method at a terminal, by the settings of the provider that serves it and those of the terminal. */
export function describeMethod(
  type: string,
  atProvider: SettingsByMethod | undefined,
  atTerminal: SettingsByMethod,
): DescribedMethod {
  const catalogued = findCataloguedMethod(type) ?? NOT_CATALOGUED
  const layers = [atProvider?.get(type), atTerminal.get(type)].filter((one) => one !== undefined)
  const settings: MethodSettings = Object.assign({}, ...layers)
  const byContract = LIMITED_BY_CONTRACT.has(type) ? catalogued : NOT_CATALOGUED
  return {
    type,
    ...nameOf(type, settings.name),
    kind: settings.kind ?? catalogued.kind,
    mark: settings.mark ?? catalogued.mark,
    alsoCalled: settings.alsoCalled ?? catalogued.alsoCalled,
    countries: settings.countries ?? catalogued.countries,
    currencies: settings.currencies ?? catalogued.currencies,
    requests: {
      countries: settings.countries ?? byContract.countries,
      currencies: settings.currencies ?? byContract.currencies,
    },
    order: settings.order ?? null,
    isVisible: settings.visible ?? true,
    isRefundable: settings.refundable ?? true,
    limits: layers.flatMap(({ amounts }) => (amounts ? [limitsOf(amounts)] : [])),
    closed: catalogued.closed,
  }
}

function nameOf(type: string, configured: MethodSettings['name']): Pick<DescribedMethod, 'name' | 'names'> {
  if (typeof configured === 'string') return { name: configured, names: {} }
  const nameIn = (language: Language) => (configured ? configured[language] : methodName(type, language))
  const name = nameIn('en') ?? null
  const others = LANGUAGE_CODES.flatMap((language) => {
    const said = nameIn(language)
    return said && said !== name ? [[language, said] as const] : []
  })
  return { name, names: Object.fromEntries(others) }
}

function limitsOf(amounts: NonNullable<MethodSettings['amounts']>): LimitsByCurrency {
  return new Map(Object.entries(amounts) as [Currency, AmountLimits][])
}
