import type { Currency } from '@sluice/types/vocabulary'

import type { MethodDeclaration } from '../kit/index.ts'

interface OrderMethod extends Omit<MethodDeclaration, 'type' | 'theirName' | 'currencies'> {
  /** The `paymentMethod.type` for each currency. */
  readonly names: Readonly<Partial<Record<Currency, string>>>
}

const ANYWHERE = { countries: 'all', refunds: 'full and partial', holds: false } as const

const inCurrencies = (name: string, currencies: readonly Currency[]): OrderMethod['names'] =>
  Object.fromEntries(currencies.map((currency) => [currency, name]))

/**
 * The orders by the gateway's type. Methods that require data which the gateway does not request from shoppers (a
 * bank, a tax number) are not supported.
 */
export const ORDER_METHODS: Readonly<Record<string, OrderMethod>> = {
  'partner-blik': { ...ANYWHERE, names: { PLN: 'blik' }, countries: ['PL'] },
  'provider-redirect-ali': {
    ...ANYWHERE,
    names: inCurrencies('alipay', ['EUR', 'GBP', 'USD', 'HKD', 'SGD', 'AUD', 'CAD', 'JPY', 'CNY']),
  },
  'provider-redirect-idl': { ...ANYWHERE, names: { EUR: 'ideal' }, countries: ['NL'] },
  'provider-redirect-glu': {
    ...ANYWHERE,
    names: inCurrencies('trustly', ['EUR', 'SEK', 'DKK', 'NOK', 'GBP', 'PLN', 'CZK']),
  },
  'provider-redirect-psc': {
    ...ANYWHERE,
    names: inCurrencies('paysafecard', ['EUR', 'GBP', 'CHF', 'PLN', 'CZK', 'SEK', 'DKK', 'NOK', 'RON']),
    refunds: 'none',
  },
  'provider-redirect-gch': { ...ANYWHERE, names: { PHP: 'gcash' }, countries: ['PH'] },
  'provider-redirect-grp': {
    ...ANYWHERE,
    names: {
      SGD: 'grabpay_SG',
      MYR: 'grabpay_MY',
      PHP: 'grabpay_PH',
      THB: 'grabpay_TH',
      IDR: 'grabpay_ID',
      VND: 'grabpay_VN',
    },
    countries: ['SG', 'MY', 'PH', 'TH', 'ID', 'VN'],
  },
  'provider-redirect-dna': { ...ANYWHERE, names: { IDR: 'dana' }, countries: ['ID'] },
  'provider-redirect-mah': { ...ANYWHERE, names: { PHP: 'paymaya_wallet' }, countries: ['PH'] },
  payment_open_banking: { ...ANYWHERE, names: inCurrencies('paybybank', ['EUR', 'GBP']) },
  payment_upi: { ...ANYWHERE, names: { INR: 'upi_qr' }, countries: ['IN'] },
  payment_qr_code: {
    ...ANYWHERE,
    names: { SGD: 'paynow', THB: 'promptpay', BRL: 'pix', MYR: 'duitnow', SEK: 'swish' },
    countries: ['SG', 'TH', 'BR', 'MY', 'SE'],
  },
  payment_bank_transfer: { ...ANYWHERE, names: { EUR: 'bankTransfer_IBAN' }, refunds: 'full and partial' },
}

const CARDS: MethodDeclaration = {
  ...ANYWHERE,
  type: 'card',
  theirName: 'scheme, networkToken',
  currencies: 'all',
  holds: true,
}

/** All methods, as the matrix of connectors lists them. */
export const METHODS: readonly MethodDeclaration[] = [
  ...['card', 'saved_card', 'network-token', 'gwallet-pay', 'awallet-pay'].map((type) => ({
    ...CARDS,
    type,
  })),
  ...Object.entries(ORDER_METHODS).map(([type, { names, ...rest }]) => ({
    ...rest,
    type,
    theirName: [...new Set(Object.values(names))].join(', '),
    currencies: Object.keys(names) as Currency[],
  })),
]

const THEIR_ORDER_NAMES: ReadonlySet<string> = new Set(
  Object.values(ORDER_METHODS).flatMap(({ names }) => Object.values(names)),
)

/**
 * Returns whether an event is about an order, by its `paymentMethod`. All other names are those of cards, of which
 * Adyen has many variants.
 */
export function isOrderMethod(theirName: string | null): boolean {
  return theirName !== null && THEIR_ORDER_NAMES.has(theirName)
}
