import { METHOD_NAME_TEXTS } from '@sluice/texts/method-names'
import { CLOSED_METHODS } from './closed-methods.ts'
import type { Currency } from './currencies.ts'
import { type Language, LANGUAGES } from './locales.ts'
import {
  LOCAL_SCHEME_TYPE,
  PAYMENT_METHODS,
  type PaymentResultType,
  type ProviderRedirectType,
  type ResultMethodType,
} from './payment-methods.ts'

/** The kinds of payment method, by what shoppers do. */
export const METHOD_KINDS = ['bank', 'wallet', 'app', 'cash'] as const

/** The kind of payment method, by the shopper's action. */
export type MethodKind = (typeof METHOD_KINDS)[number]

/** Drawings for the mark of a payment method. A mark can also be up to four letters. */
export const METHOD_DRAWINGS = [
  'bank',
  'cash',
  'code',
  'gift',
  'instant',
  'phone',
  'slip',
  'transfer',
  'voucher',
  'wallet',
] as const

/** The mark next to the name of a payment method. */
export type MethodDrawing = (typeof METHOD_DRAWINGS)[number]

/** The types of payment methods that customers confirm elsewhere: on a provider's page, in an app, at their bank. */
export type AlternativeType = typeof LOCAL_SCHEME_TYPE | ProviderRedirectType | PaymentResultType

/** General facts about a payment method; an operator's configuration can differ. */
export interface CataloguedMethod {
  /**
   * The brand, which is the same in every language. Null if the method has a name per language, or if its name is
   * unknown.
   */
  readonly brand: string | null
  /** Its kind, by the shopper's action. */
  readonly kind: MethodKind
  /** One of {@link METHOD_DRAWINGS}, or one to four letters. No mark is a trademark of others. */
  readonly mark: string
  /** Other names that customers search for. */
  readonly alsoCalled: readonly string[]
  /** ISO 3166-1 alpha-2 codes of the only countries in which customers have it; empty: several, or all. */
  readonly countries: readonly string[]
  /** The only currencies; empty: several, or all. */
  readonly currencies: readonly Currency[]
  /** The reason why the method was discontinued; null for a method that exists. */
  readonly closed: string | null
}

type Extras = Partial<Omit<CataloguedMethod, 'brand' | 'kind' | 'mark'>>

function known(brand: string | null, kind: MethodKind, mark: string, extras: Extras = {}): CataloguedMethod {
  return { brand, kind, mark, alsoCalled: [], countries: [], currencies: [], closed: null, ...extras }
}

function ended(type: keyof typeof CLOSED_METHODS, mark: string): CataloguedMethod {
  const { name, alsoCalled, reason } = CLOSED_METHODS[type]
  return known(name, 'bank', mark, { alsoCalled, closed: reason })
}

/**
 * The alternative payment methods, in the order in which they are offered. Countries and currencies are listed only for
 * schemes of a few countries: wallets that are added to every year would make a list wrong.
 */
export const METHOD_CATALOGUE: Readonly<Record<AlternativeType, CataloguedMethod>> = {
  [LOCAL_SCHEME_TYPE]: known('BLIK', 'app', 'phone', { currencies: ['PLN'] }),
  [PAYMENT_METHODS.OPEN_BANKING]: known(null, 'bank', 'bank', {
    alsoCalled: ['Bank account', 'Open banking'],
  }),
  [PAYMENT_METHODS.UPI]: known('UPI', 'app', 'UPI', {
    alsoCalled: ['BHIM', 'PhonePe', 'Paytm'],
    countries: ['IN'],
    currencies: ['INR'],
  }),
  [PAYMENT_METHODS.WALLETS]: known(null, 'wallet', 'wallet', { alsoCalled: ['E-wallet', 'Mobile wallet'] }),
  [PAYMENT_METHODS.BANK_TRANSFER]: known(null, 'bank', 'transfer', { alsoCalled: ['IBAN', 'SEPA'] }),
  [PAYMENT_METHODS.QR_CODE]: known(null, 'app', 'code', { alsoCalled: ['Scan'] }),
  'provider-redirect-idl': known('iDEAL', 'bank', 'iD', {
    alsoCalled: ['Wero'],
    countries: ['NL'],
    currencies: ['EUR'],
  }),
  'provider-redirect-npy': known('EPS', 'bank', 'EPS', { countries: ['AT'], currencies: ['EUR'] }),
  'provider-redirect-pwy': known('Przelewy24', 'bank', 'P24', {
    alsoCalled: ['P24'],
    countries: ['PL'],
    currencies: ['PLN', 'EUR'],
  }),
  'provider-redirect-glu': known('Trustly', 'bank', 'T'),
  'provider-redirect-obt': known('Rapid Transfer', 'bank', 'RT', { alsoCalled: ['Skrill'] }),
  'provider-redirect-spi': known('SPEI', 'bank', 'SPEI', { countries: ['MX'], currencies: ['MXN'] }),
  'provider-redirect-khp': known('Khipu', 'bank', 'K', { countries: ['CL'], currencies: ['CLP'] }),
  'provider-redirect-onb': known(null, 'bank', 'bank'),
  'provider-redirect-wlt': known('Skrill', 'wallet', 'S', { alsoCalled: ['Moneybookers'] }),
  'provider-redirect-ntl': known('Neteller', 'wallet', 'N'),
  'provider-redirect-ali': known('Alipay', 'wallet', 'A', { alsoCalled: ['支付宝'] }),
  'provider-redirect-gch': known('GCash', 'wallet', 'G', { countries: ['PH'], currencies: ['PHP'] }),
  'provider-redirect-mah': known('Maya', 'wallet', 'M', {
    alsoCalled: ['PayMaya'],
    countries: ['PH'],
    currencies: ['PHP'],
  }),
  'provider-redirect-cns': known('Coins.ph', 'wallet', 'C', { countries: ['PH'], currencies: ['PHP'] }),
  'provider-redirect-grp': known('GrabPay', 'wallet', 'GP', {
    alsoCalled: ['Grab'],
    countries: ['MY', 'PH', 'SG'],
    currencies: ['MYR', 'PHP', 'SGD'],
  }),
  'provider-redirect-spx': known('ShopeePay', 'wallet', 'SP', {
    alsoCalled: ['Shopee'],
    countries: ['ID', 'MY', 'PH', 'SG', 'TH', 'VN'],
    currencies: ['IDR', 'MYR', 'PHP', 'SGD', 'THB', 'VND'],
  }),
  'provider-redirect-dna': known('DANA', 'wallet', 'D', { countries: ['ID'], currencies: ['IDR'] }),
  'provider-redirect-lnj': known('LinkAja', 'wallet', 'L', { countries: ['ID'], currencies: ['IDR'] }),
  'provider-redirect-psc': known('paysafecard', 'cash', 'psc', { alsoCalled: ['Paysafe'] }),
  'provider-redirect-pch': known('Paysafecash', 'cash', 'cash', { alsoCalled: ['Paysafe'] }),
  'provider-redirect-blt': known('Boleto', 'cash', 'slip', {
    alsoCalled: ['Boleto Bancário'],
    countries: ['BR'],
    currencies: ['BRL'],
  }),
  'provider-redirect-pgf': known('Pago Fácil', 'cash', 'PF', { countries: ['AR'], currencies: ['ARS'] }),
  'provider-redirect-gfc': known(null, 'cash', 'gift'),
  'provider-redirect-chp': known(null, 'cash', 'CHP'),
  'provider-redirect-epd': known(null, 'bank', 'EPD'),
  'provider-redirect-gir': ended('provider-redirect-gir', 'giro'),
  'provider-redirect-sft': ended('provider-redirect-sft', 'SO'),
}

/** The types of the alternative payment methods, in the order in which they are offered. */
export const ALTERNATIVE_TYPES = Object.keys(METHOD_CATALOGUE) as readonly AlternativeType[]

/** Returns the catalogue's entry of an alternative payment method; null for cards, payouts and unknown types. */
export function findCataloguedMethod(type: string): CataloguedMethod | null {
  return Object.hasOwn(METHOD_CATALOGUE, type) ? METHOD_CATALOGUE[type as AlternativeType] : null
}

/**
 * Returns the common name of a payment method, unless an operator's configuration renames it: `provider-redirect-npy` is EPS.
 *
 * @param type - the `payment_method.type` of a request, a transaction or an event.
 * @param language - the language for methods without a brand, such as bank transfers.
 * @returns null for methods without a known name, and for unknown types.
 *
 * @example
 * ```ts
 * methodName('provider-redirect-pwy') // 'Przelewy24'
 * methodName('payment_bank_transfer', 'sv') // 'Banköverföring'
 * ```
 */
export function methodName(type: ResultMethodType | (string & {}), language: Language = 'en'): string | null {
  const brand = findCataloguedMethod(type)?.brand ?? null
  if (brand !== null) return brand
  const texts: Readonly<Record<string, string>> = METHOD_NAME_TEXTS[LANGUAGES[language].locale]
  return Object.hasOwn(texts, type) ? (texts[type] ?? null) : null
}
