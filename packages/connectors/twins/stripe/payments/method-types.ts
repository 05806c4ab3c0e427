import type Stripe from 'stripe'

import { type Form, textAt } from '../http/form.ts'

/** The shopper's next step, and its description in the answer. */
type ActionOf = (facts: ActionFacts) => Stripe.PaymentIntent.NextAction

export interface ActionFacts {
  readonly intent: Stripe.PaymentIntent
  readonly pageUrl: string
  readonly returnUrl: string | null
  readonly nowSeconds: number
  /** The remaining amount of a transfer that arrives in parts. */
  readonly remaining: number
}

/** The behavior of a method other than cards. */
export interface MethodType {
  /** The currencies of the method; null for any. */
  readonly currencies: readonly string[]
  readonly action: ActionOf
  /** The shopper returns, so the request must name the return address. */
  readonly returns?: true
  /** The members that a confirmation requires, below `payment_method_options[<type>]` or `billing_details`. */
  readonly options?: readonly string[]
  readonly billing?: readonly string[]
  readonly own?: readonly string[]
  readonly capturesLater?: true
  readonly needsCustomer?: true
  /** The result arrives after the shopper has paid. Until then, the payment is processing. */
  readonly settlesAfterSeconds?: number
  /** The time after which an unpaid payment has failed. */
  readonly expiresAfterSeconds?: number
  /** The first status of a refund; absent if Stripe supports none. */
  readonly refund?: 'succeeded' | 'pending'
  /** The members that the payment method itself always shows. */
  readonly stored?: object
  readonly details: (method: Stripe.PaymentMethod) => object
}

const DAY = 86_400

const redirect: ActionOf = ({ pageUrl, returnUrl }) => ({
  type: 'redirect_to_url',
  redirect_to_url: { url: pageUrl, return_url: returnUrl },
})

const images = (pageUrl: string) => ({
  image_url_png: `${pageUrl}/qr.png`,
  image_url_svg: `${pageUrl}/qr.svg`,
})

/** Describes a method by which the shopper pays on another page and returns. */
function byRedirect(
  currencies: string,
  details: MethodType['details'],
  more: Partial<MethodType> = {},
): MethodType {
  return {
    currencies: currencies.split(' '),
    action: redirect,
    returns: true,
    refund: 'succeeded',
    details,
    ...more,
  }
}

export const METHOD_TYPES: Readonly<Record<string, MethodType>> = {
  alipay: byRedirect(
    'cny aud cad eur gbp hkd jpy myr nzd sgd usd',
    () => ({ fingerprint: null, transaction_id: '2026113022001400000000000001' }),
    {
      action: ({ pageUrl, returnUrl }) => ({
        type: 'alipay_handle_redirect',
        alipay_handle_redirect: { native_data: null, native_url: null, return_url: returnUrl, url: pageUrl },
      }),
    },
  ),
  eps: byRedirect('eur', () => ({ bank: null, verified_name: null }), {
    billing: ['name'],
    stored: { bank: null },
  }),
  grabpay: byRedirect('sgd myr', () => ({ transaction_id: null })),
  ideal: byRedirect(
    'eur',
    () => ({
      bank: 'ing',
      bic: 'INGBNL2A',
      generated_sepa_debit: null,
      generated_sepa_debit_mandate: null,
      iban_last4: '5264',
      transaction_id: null,
      verified_name: null,
    }),
    { stored: { bank: null, bic: null } },
  ),
  p24: byRedirect('eur pln', () => ({ bank: null, reference: 'P24-000-000-001', verified_name: null }), {
    billing: ['email'],
    stored: { bank: null },
  }),
  pay_by_bank: byRedirect('gbp eur', () => ({})),
  blik: {
    currencies: ['pln'],
    action: () => ({ type: 'blik_authorize', blik_authorize: {} }),
    options: ['code'],
    expiresAfterSeconds: 60,
    refund: 'succeeded',
    details: () => ({ buyer_id: null }),
  },
  customer_balance: {
    currencies: ['eur', 'gbp', 'usd', 'jpy', 'mxn'],
    action: (facts) => ({
      type: 'display_bank_transfer_instructions',
      display_bank_transfer_instructions: transferInstructions(facts),
    }),
    options: ['funding_type'],
    needsCustomer: true,
    refund: 'pending',
    details: () => ({}),
  },
  boleto: {
    currencies: ['brl'],
    action: ({ pageUrl, nowSeconds }) => ({
      type: 'boleto_display_details',
      boleto_display_details: {
        expires_at: nowSeconds + 3 * DAY,
        hosted_voucher_url: pageUrl,
        number: '01010101010101010101010101010101010101010101010',
        pdf: `${pageUrl}/pdf`,
      },
    }),
    own: ['tax_id'],
    billing: [
      'email',
      'name',
      'address.line1',
      'address.city',
      'address.state',
      'address.postal_code',
      'address.country',
    ],
    settlesAfterSeconds: DAY,
    expiresAfterSeconds: 3 * DAY,
    details: (method) => ({ tax_id: method.boleto?.tax_id ?? '' }),
  },
  paynow: {
    currencies: ['sgd'],
    action: ({ pageUrl }) => ({
      type: 'paynow_display_qr_code',
      paynow_display_qr_code: {
        data: 'paynow-qr-text',
        hosted_instructions_url: pageUrl,
        ...images(pageUrl),
      },
    }),
    expiresAfterSeconds: 3600,
    refund: 'succeeded',
    details: () => ({ reference: null }),
  },
  pix: {
    currencies: ['brl'],
    action: ({ pageUrl, nowSeconds }) => ({
      type: 'pix_display_qr_code',
      pix_display_qr_code: {
        data: '00020101021226pix-qr-text',
        expires_at: nowSeconds + DAY,
        hosted_instructions_url: pageUrl,
        ...images(pageUrl),
      },
    }),
    expiresAfterSeconds: DAY,
    refund: 'succeeded',
    details: () => ({ bank_transaction_id: null }),
  },
  promptpay: {
    currencies: ['thb'],
    action: ({ pageUrl }) => ({
      type: 'promptpay_display_qr_code',
      promptpay_display_qr_code: {
        data: 'promptpay-qr-text',
        hosted_instructions_url: pageUrl,
        ...images(pageUrl),
      },
    }),
    billing: ['email'],
    expiresAfterSeconds: DAY,
    refund: 'pending',
    details: () => ({ reference: null }),
  },
  swish: {
    currencies: ['sek'],
    action: ({ pageUrl, nowSeconds }) => ({
      type: 'swish_handle_redirect_or_display_qr_code',
      swish_handle_redirect_or_display_qr_code: {
        hosted_instructions_url: pageUrl,
        mobile_auth_url: pageUrl,
        qr_code: { data: 'swish-qr-text', expires_at: nowSeconds + 180, ...images(pageUrl) },
      },
    }),
    returns: true,
    expiresAfterSeconds: 180,
    refund: 'succeeded',
    details: () => ({ fingerprint: null, payment_reference: null, verified_phone_last4: null }),
  },
  upi: {
    currencies: ['inr'],
    action: ({ pageUrl, nowSeconds }) => ({
      type: 'upi_handle_redirect_or_display_qr_code',
      upi_handle_redirect_or_display_qr_code: {
        hosted_instructions_url: pageUrl,
        qr_code: { expires_at: nowSeconds + 300, ...images(pageUrl) },
      },
    }),
    expiresAfterSeconds: 300,
    refund: 'pending',
    stored: { vpa: null },
    details: () => ({ vpa: null }),
  },
}

/** The kind of transfer, by currency. */
const TRANSFERS: Readonly<
  Record<string, { type: string; address: () => object; networks: readonly string[] }>
> = {
  eur: {
    type: 'eu_bank_transfer',
    networks: ['sepa'],
    address: () => ({
      type: 'iban',
      iban: { ...HOLDER, bic: 'AGRIFRPPXXX', country: 'IE', iban: 'IE29AIBK93115212345678' },
    }),
  },
  gbp: {
    type: 'gb_bank_transfer',
    networks: ['fps'],
    address: () => ({
      type: 'sort_code',
      sort_code: { ...HOLDER, account_number: '12345678', sort_code: '108800' },
    }),
  },
  usd: {
    type: 'us_bank_transfer',
    networks: ['ach', 'domestic_wire_us'],
    address: () => ({
      type: 'aba',
      aba: {
        ...HOLDER,
        account_number: '11119987600453127',
        account_type: 'checking',
        bank_name: 'TEST BANK',
        routing_number: '110000000',
      },
    }),
  },
  jpy: {
    type: 'jp_bank_transfer',
    networks: ['zengin'],
    address: () => ({
      type: 'zengin',
      zengin: {
        ...HOLDER,
        account_number: '1234567',
        account_type: 'futsu',
        bank_code: '0009',
        bank_name: 'TEST BANK',
        branch_code: '950',
        branch_name: 'TEST BRANCH',
      },
    }),
  },
  mxn: {
    type: 'mx_bank_transfer',
    networks: ['spei'],
    address: () => ({
      type: 'spei',
      spei: { ...HOLDER, bank_code: '646', bank_name: 'TEST BANK', clabe: '646180111812345678' },
    }),
  },
}

const NOWHERE = { city: null, country: 'IE', line1: null, line2: null, postal_code: null, state: null }
const HOLDER = {
  account_holder_address: NOWHERE,
  account_holder_name: 'Test merchant',
  bank_address: NOWHERE,
}

function transferInstructions({ intent, pageUrl, remaining }: ActionFacts) {
  const transfer = TRANSFERS[intent.currency]
  return {
    amount_remaining: remaining,
    currency: intent.currency,
    financial_addresses: [{ ...transfer?.address(), supported_networks: transfer?.networks }],
    hosted_instructions_url: pageUrl,
    reference: `REF${intent.id.slice(-8).toUpperCase()}`,
    type: transfer?.type,
  } as Stripe.PaymentIntent.NextAction.DisplayBankTransferInstructions
}

/** Returns the first member that a confirmation lacks, by Stripe's name. */
export function missingMember(type: string, method: Stripe.PaymentMethod, options: Form): string | undefined {
  const rules = METHOD_TYPES[type]
  const option = rules?.options?.find((name) => textAt(options, type, name) === undefined)
  if (option) return `payment_method_options[${type}][${option}]`
  const own = rules?.own?.find((name) => read(method, `${type}.${name}`) === undefined)
  if (own) return `${type}[${own}]`
  const billing = rules?.billing?.find((path) => !read(method, `billing_details.${path}`))
  return billing && `billing_details[${billing.replaceAll('.', '][')}]`
}

function read(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | null | undefined)?.[name], value)
}
