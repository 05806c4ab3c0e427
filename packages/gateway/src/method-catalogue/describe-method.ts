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

/** The rules for requests that pay with a method at one terminal. */
export interface MethodRules {
  /** `payment_method.type`. */
  readonly type: string
  /**
   * The countries and currencies of requests, independent of the catalogue. An empty list means everywhere, in
   * every currency.
   */
  readonly requests: { readonly countries: readonly string[]; readonly currencies: readonly Currency[] }
  readonly isRefundable: boolean
  /** The limits of the provider's settings and of the terminal's; all apply. */
  readonly limits: readonly LimitsByCurrency[]
  /** The reason why the method was closed; null for an open one. */
  readonly closed: string | null
}

/** A payment method at one terminal: the catalogue, overridden by the provider's settings, then by the terminal's. */
export interface DescribedMethod extends MethodRules {
  /** Null if neither the catalogue nor the configuration names it. */
  readonly name: string | null
  /** The names in languages in which it is called differently. */
  readonly names: Readonly<Partial<Record<Language, string>>>
  readonly kind: MethodKind
  readonly mark: string
  readonly alsoCalled: readonly string[]
  /** The countries; empty for all. */
  readonly countries: readonly string[]
  /** The currencies; empty for all. */
  readonly currencies: readonly Currency[]
  /** The position in lists; null for the end. */
  readonly order: number | null
  readonly isVisible: boolean
}

/** The methods outside the catalogue: cards and payouts. */
const NOT_CATALOGUED: CataloguedMethod = {
  brand: null,
  kind: 'bank',
  mark: 'bank',
  alsoCalled: [],
  countries: [],
  currencies: [],
  closed: null,
}

/**
 * The contract itself names the currency of these. For others, providers know better than the catalogue where they
 * are accepted.
 */
const LIMITED_BY_CONTRACT: ReadonlySet<string> = new Set([LOCAL_SCHEME_TYPE, PAYMENT_METHODS.UPI])

const LANGUAGE_CODES = Object.keys(LANGUAGES) as readonly Language[]

/** Describes a method at a terminal, from the settings of its provider and those of the terminal. */
export function describeMethod(
  type: string,
  atProvider: SettingsByMethod | undefined,
  atTerminal: SettingsByMethod,
): DescribedMethod {
  const method = readMethod(type, atProvider, atTerminal)
  const { catalogued, settings } = method
  return {
    ...toRules(method),
    ...nameOf(type, settings.name),
    kind: settings.kind ?? catalogued.kind,
    mark: settings.mark ?? catalogued.mark,
    alsoCalled: settings.alsoCalled ?? catalogued.alsoCalled,
    countries: settings.countries ?? catalogued.countries,
    currencies: settings.currencies ?? catalogued.currencies,
    order: settings.order ?? null,
    isVisible: settings.visible ?? true,
  }
}

/** Returns the rules alone, for requests. Finding the names in every language for each payment would take a twentieth of its time. */
export function findMethodRules(
  type: string,
  atProvider: SettingsByMethod | undefined,
  atTerminal: SettingsByMethod,
): MethodRules {
  return toRules(readMethod(type, atProvider, atTerminal))
}

/** Returns the limits in the settings of one method; none if it has none. */
export function limitsOfSettings({ amounts }: MethodSettings): readonly LimitsByCurrency[] {
  return amounts ? [new Map(Object.entries(amounts) as [Currency, AmountLimits][])] : []
}

interface ReadMethod {
  readonly type: string
  readonly catalogued: CataloguedMethod
  readonly layers: readonly MethodSettings[]
  /** Merges the layers; the terminal's is last. */
  readonly settings: MethodSettings
}

function readMethod(
  type: string,
  atProvider: SettingsByMethod | undefined,
  atTerminal: SettingsByMethod,
): ReadMethod {
  const layers = [atProvider?.get(type), atTerminal.get(type)].filter((one) => one !== undefined)
  return {
    type,
    catalogued: findCataloguedMethod(type) ?? NOT_CATALOGUED,
    layers,
    settings: Object.assign({}, ...layers),
  }
}

function toRules({ type, catalogued, layers, settings }: ReadMethod): MethodRules {
  const byContract = LIMITED_BY_CONTRACT.has(type) ? catalogued : NOT_CATALOGUED
  return {
    type,
    requests: {
      countries: settings.countries ?? byContract.countries,
      currencies: settings.currencies ?? byContract.currencies,
    },
    isRefundable: settings.refundable ?? true,
    limits: layers.flatMap(limitsOfSettings),
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
