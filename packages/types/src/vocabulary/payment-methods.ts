/** Suffixes of `provider-redirect-<code>`: bank and wallet schemes whose whole checkout is on the provider's page. */
export const REDIRECT_CODES = [
  'ali',
  'blt',
  'chp',
  'gir',
  'glu',
  'gfc',
  'obt',
  'npy',
  'ntl',
  'onb',
  'pgf',
  'psc',
  'pch',
  'pwy',
  'gch',
  'grp',
  'cns',
  'dna',
  'lnj',
  'mah',
  'spx',
  'khp',
  'spi',
  'sft',
  'epd',
  'wlt',
  'idl',
] as const

/** The code of a scheme whose payments are confirmed on a page of a provider. */
export type RedirectCode = (typeof REDIRECT_CODES)[number]

/** The type of a payment on a page of a provider. */
export type ProviderRedirectType = `provider-redirect-${RedirectCode}`

/** Begins the type of every payment on a page of a provider. */
export const PROVIDER_REDIRECT_PREFIX = 'provider-redirect-'

/** All types of payments on a page of a provider. */
export const PROVIDER_REDIRECT_TYPES = REDIRECT_CODES.map(
  (code): ProviderRedirectType => `${PROVIDER_REDIRECT_PREFIX}${code}`,
)

/** Types that run the card flow and therefore need `browser_info`. */
export const CARD_METHOD_TYPES = ['card', 'saved_card', 'network-token', 'gwallet-pay'] as const

/** A way to pay that runs as a card does. */
export type CardMethodType = (typeof CARD_METHOD_TYPES)[number]

/** The local instant scheme: PLN only, six-digit codes. */
export const LOCAL_SCHEME_TYPE = 'partner-blik'

/** Every `payment_method.type` that `authorize` knows. */
export type PaymentMethodType = CardMethodType | typeof LOCAL_SCHEME_TYPE | ProviderRedirectType

/** All types of a payment method in requests. */
export const PAYMENT_METHOD_TYPES: readonly PaymentMethodType[] = [
  ...CARD_METHOD_TYPES,
  LOCAL_SCHEME_TYPE,
  ...PROVIDER_REDIRECT_TYPES,
]

/** `method` of an alternative payment, and the `payment_method.type` its result carries. */
export const PAYMENT_METHODS = {
  OPEN_BANKING: 'payment_open_banking',
  UPI: 'payment_upi',
  WALLETS: 'payment_wallets',
  BANK_TRANSFER: 'payment_bank_transfer',
  QR_CODE: 'payment_qr_code',
} as const

/** A way to pay at a provider, by its name in requests. */
export type PaymentMethod = keyof typeof PAYMENT_METHODS

/** The type that a payment at a provider answers with. */
export type PaymentResultType = (typeof PAYMENT_METHODS)[PaymentMethod]

/** All ways to pay at a provider, by the names that requests use. */
export const PAYMENT_METHOD_NAMES = Object.keys(PAYMENT_METHODS) as readonly PaymentMethod[]

/** All types of a payment method that payments at a provider answer with. */
export const PAYMENT_RESULT_TYPES = Object.values(PAYMENT_METHODS) as readonly PaymentResultType[]

/** Every payout answers with this type, for every beneficiary. */
export const PAYOUT_RESULT_TYPE = 'payout_upi'

/** Every `payment_method.type` a transaction record can carry. */
export type ResultMethodType = PaymentMethodType | PaymentResultType | typeof PAYOUT_RESULT_TYPE

/** All types of a payment method in answers. */
export const RESULT_METHOD_TYPES: readonly ResultMethodType[] = [
  ...PAYMENT_METHOD_TYPES,
  ...PAYMENT_RESULT_TYPES,
  PAYOUT_RESULT_TYPE,
]

/** Brands as the API writes them. */
export const CARD_BRANDS = [
  'VISA',
  'MASTERCARD',
  'AMEX',
  'MAESTRO',
  'DINERS',
  'DISCOVER',
  'JCB',
  'UNIONPAY',
] as const

/** A card brand. */
export type CardBrand = (typeof CARD_BRANDS)[number]

const CARD_BRAND_NAMES: Readonly<Record<CardBrand, string>> = {
  VISA: 'Visa',
  MASTERCARD: 'Mastercard',
  AMEX: 'American Express',
  MAESTRO: 'Maestro',
  DINERS: 'Diners Club',
  DISCOVER: 'Discover',
  JCB: 'JCB',
  UNIONPAY: 'UnionPay',
}

/**
 * Returns the name of a card brand as shoppers know it: `AMEX` → `American Express`. A brand without one keeps the
 * API's word.
 */
export function cardBrandName(brand: string): string {
  return (CARD_BRAND_NAMES as Readonly<Record<string, string>>)[brand] ?? brand
}

/** Brands by the names that published tables of card number ranges give them. Ranges of other names have no brand. */
export const BRAND_OF_RANGE: Readonly<Record<string, CardBrand>> = {
  visa: 'VISA',
  mastercard: 'MASTERCARD',
  'american-express': 'AMEX',
  maestro: 'MAESTRO',
  'diners-club': 'DINERS',
  discover: 'DISCOVER',
  jcb: 'JCB',
  unionpay: 'UNIONPAY',
}

/**
 * Domestic brands that are known and not served, as people write them, by the names that published tables of card number
 * ranges give them. Their ranges lie inside those of an international brand, which does not charge them.
 */
export const UNSERVED_BRANDS: Readonly<Record<string, string>> = {
  elo: 'Elo',
  hiper: 'Hiper',
  hipercard: 'Hipercard',
  mir: 'Mir',
  rupay: 'RuPay',
  verve: 'Verve',
}

/** RuPay's domestic ranges, first and last: the published table that we use has none of them. */
export const RUPAY_RANGES: readonly (readonly [number, number])[] = [
  [508500, 508999],
  [606985, 608500],
  [652150, 653149],
  [817200, 820199],
]

/** The source of a network token. */
export const NETWORK_TOKEN_SOURCES = ['awallet-pay', 'gwallet-pay', 'network-token'] as const

/** The source of a network token. */
export type NetworkTokenSource = (typeof NETWORK_TOKEN_SOURCES)[number]

/** The ways in which a web wallet vouches for a card: by its number alone, or by a device number with a cryptogram. */
export const WALLET_AUTH_METHODS = ['PAN_ONLY', 'CRYPTOGRAM_3DS'] as const

/** The way in which the web wallet vouches for a card. */
export type WalletAuthMethod = (typeof WALLET_AUTH_METHODS)[number]

/** Electronic commerce indicators a network token may bring along. */
export const ECI_VALUES = ['00', '01', '02', '05', '06', '07'] as const

/** An electronic commerce indicator, two digits. */
export type Eci = (typeof ECI_VALUES)[number]

/** The initiators of payments with a saved card. */
export const TOKENIZE_FOR = ['CUSTOMER_INITIATED_TRANSACTION', 'MERCHANT_INITIATED_TRANSACTION'] as const

/** The initiator of payments with a saved card. */
export type TokenizeFor = (typeof TOKENIZE_FOR)[number]
