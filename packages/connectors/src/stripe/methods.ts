import type { OrderMessage } from '@sluice/provider-protocol'
import type { Currency } from '@sluice/types/vocabulary'

import type { MethodDeclaration } from '../kit/index.ts'
import type { Form } from './requests.ts'

/** A payment method of Stripe. */
interface StripeMethod {
  /** Stripe's `type` of the payment method. */
  readonly type: string
  readonly currencies: readonly Currency[] | 'all'
  readonly countries: readonly string[] | 'all'
  readonly refunds: MethodDeclaration['refunds']
  /** Returns the data of the payment method; null if the message lacks a member. */
  readonly data?: (message: OrderMessage) => Form | null
  /** Returns the method's options for this payment. */
  readonly options?: (message: OrderMessage) => Form
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** The scheme of the currency defines the format of the QR code. */
const QR_CODES: readonly StripeMethod[] = [
  { type: 'promptpay', currencies: ['THB'], countries: ['TH'], refunds: 'full and partial' },
  { type: 'paynow', currencies: ['SGD'], countries: ['SG'], refunds: 'full and partial' },
  {
    type: 'pix',
    currencies: ['BRL'],
    countries: ['BR'],
    refunds: 'full and partial',
    options: ({ expires_in_seconds: seconds }) =>
      seconds === null ? {} : { expires_after_seconds: Math.min(Math.max(seconds, 10), 1_209_600) },
  },
  { type: 'swish', currencies: ['SEK'], countries: ['SE'], refunds: 'full and partial' },
]

/** The country of the account for a bank transfer, by its currency. */
const BANK_TRANSFERS: Readonly<Partial<Record<string, Form>>> = {
  EUR: { type: 'eu_bank_transfer', eu_bank_transfer: { country: 'DE' } },
  GBP: { type: 'gb_bank_transfer' },
  JPY: { type: 'jp_bank_transfer' },
  MXN: { type: 'mx_bank_transfer' },
  USD: { type: 'us_bank_transfer' },
}

/** The countries whose virtual IBANs Stripe issues for euros. */
const IBAN_COUNTRIES: ReadonlySet<string> = new Set(['DE', 'FR', 'IE', 'NL'])

function bankTransferOf({ currency, country }: OrderMessage): Form {
  const transfer = BANK_TRANSFERS[currency] ?? {}
  const isOwn = currency === 'EUR' && country !== null && IBAN_COUNTRIES.has(country)
  return isOwn ? { ...transfer, eu_bank_transfer: { country } } : transfer
}

/** The payment methods by the gateway's type of an order. If there are several, the currency decides. */
export const ORDER_METHODS: Readonly<Record<string, readonly StripeMethod[]>> = {
  'partner-blik': [
    {
      type: 'blik',
      currencies: ['PLN'],
      countries: ['PL'],
      refunds: 'full and partial',
      options: ({ method_data: { blik_code: code } }) => ({ code: textOf(code) }),
    },
  ],
  payment_open_banking: [
    { type: 'pay_by_bank', currencies: ['GBP'], countries: ['GB'], refunds: 'full and partial' },
  ],
  payment_bank_transfer: [
    {
      type: 'customer_balance',
      currencies: ['EUR', 'GBP', 'JPY', 'MXN', 'USD'],
      countries: 'all',
      refunds: 'full and partial',
      options: (message) => ({ funding_type: 'bank_transfer', bank_transfer: bankTransferOf(message) }),
    },
  ],
  payment_upi: [{ type: 'upi', currencies: ['INR'], countries: ['IN'], refunds: 'full and partial' }],
  payment_qr_code: QR_CODES,
  'provider-redirect-ali': [
    {
      type: 'alipay',
      currencies: ['AUD', 'CAD', 'CNY', 'EUR', 'GBP', 'HKD', 'JPY', 'MYR', 'NZD', 'SGD', 'USD'],
      countries: 'all',
      refunds: 'full and partial',
    },
  ],
  'provider-redirect-blt': [
    {
      type: 'boleto',
      currencies: ['BRL'],
      countries: ['BR'],
      refunds: 'none',
      data: ({ options }) => {
        const taxId = textOf(options?.['tax_id'])
        return taxId === null ? null : { tax_id: taxId }
      },
    },
  ],
  'provider-redirect-npy': [
    { type: 'eps', currencies: ['EUR'], countries: ['AT'], refunds: 'full and partial' },
  ],
  'provider-redirect-pwy': [
    { type: 'p24', currencies: ['EUR', 'PLN'], countries: ['PL'], refunds: 'full and partial' },
  ],
  'provider-redirect-grp': [
    { type: 'grabpay', currencies: ['MYR', 'SGD'], countries: ['MY', 'SG'], refunds: 'full and partial' },
  ],
  'provider-redirect-idl': [
    { type: 'ideal', currencies: ['EUR'], countries: ['NL'], refunds: 'full and partial' },
  ],
}

/** Returns the payment method of an order, or null if Stripe has none in this currency. */
export function findMethod(type: string, currency: string): StripeMethod | null {
  const methods = ORDER_METHODS[type] ?? []
  return (
    methods.find(
      ({ currencies }) => currencies === 'all' || (currencies as readonly string[]).includes(currency),
    ) ?? null
  )
}

/** Returns the parameters that describe how an order is paid; null if the message lacks what the method needs. */
export function methodForm(method: StripeMethod, message: OrderMessage): Form | null {
  const data = method.data ? method.data(message) : {}
  if (data === null) return null
  return {
    payment_method_data: {
      type: method.type,
      ...(Object.keys(data).length > 0 && { [method.type]: data }),
      billing_details: billingOf(message.customer),
    },
    ...(method.options && { payment_method_options: { [method.type]: method.options(message) } }),
  }
}

/** Writes the payer in Stripe's format. */
export function billingOf(customer: OrderMessage['customer']): Form {
  if (customer === null) return {}
  const name = [customer.first_name, customer.last_name].filter(Boolean).join(' ')
  return {
    name: name === '' ? null : name,
    email: customer.email,
    phone: customer.phone,
    address: {
      line1: customer.address,
      city: customer.city,
      postal_code: customer.postal_code,
      state: customer.state,
      country: customer.country,
    },
  }
}
