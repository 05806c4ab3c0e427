import {
  type Currency,
  LIMITS,
  LOCAL_SCHEME_TYPE,
  PAYMENT_METHODS,
  PAYOUT_RESULT_TYPE,
  PROVIDER_REDIRECT_TYPES,
} from '@sluice/types/vocabulary'

import type { Terminal } from '../../merchants/index.ts'
import { type CheckoutType, FEATURE_OF, type OrderType } from './checks.ts'

/** A way to pay that is confirmed elsewhere: on a provider's page, in an app, at a bank. */
export interface AlternativeMethod {
  /** What results show as the method. */
  readonly name: string
  /** What it makes: the local scheme and redirects are purchases like those with a card. */
  readonly transactionType: Exclude<OrderType, 'AUTHORIZE'>
  /** How long a person has to confirm it; null when no person is waited for. */
  readonly lifetimeMs: number | null
  /** The only currency it exists in; null for any. */
  readonly currency: Currency | null
  /** The only country it exists in; null for any. */
  readonly country: string | null
}

const ON_A_PAGE = {
  transactionType: 'PURCHASE',
  lifetimeMs: LIMITS.REDIRECT_IDLE_TIMEOUT_SECONDS * 1000,
  currency: null,
  country: null,
} as const

const PAYMENT = { ...ON_A_PAGE, transactionType: 'PAYMENT' } as const

const TRANSFER_LIFETIME_MS = LIMITS.BANK_TRANSFER_LIFETIME_DAYS * 86_400_000

/** By `payment_method.type`; the order in which they are offered. */
const METHODS: ReadonlyMap<string, AlternativeMethod> = new Map<string, AlternativeMethod>([
  [LOCAL_SCHEME_TYPE, { ...ON_A_PAGE, name: LOCAL_SCHEME_TYPE, currency: 'PLN' }],
  [PAYMENT_METHODS.OPEN_BANKING, { ...PAYMENT, name: 'OPEN_BANKING' }],
  [PAYMENT_METHODS.UPI, { ...PAYMENT, name: 'UPI', currency: 'INR', country: 'IN' }],
  [PAYMENT_METHODS.WALLETS, { ...PAYMENT, name: 'WALLETS' }],
  [PAYMENT_METHODS.BANK_TRANSFER, { ...PAYMENT, name: 'BANK_TRANSFER', lifetimeMs: TRANSFER_LIFETIME_MS }],
  [PAYMENT_METHODS.QR_CODE, { ...PAYMENT, name: 'QR_CODE' }],
  ...PROVIDER_REDIRECT_TYPES.map((type) => [type, { ...ON_A_PAGE, name: type }] as const),
  [
    PAYOUT_RESULT_TYPE,
    { ...ON_A_PAGE, name: PAYOUT_RESULT_TYPE, transactionType: 'PAYOUT', lifetimeMs: null },
  ],
])

/** Null for cards and what runs like them. */
export function findAlternativeMethod(type: string): AlternativeMethod | null {
  return METHODS.get(type) ?? null
}

/** Whether a method exists in the country of the payment: the country counts only where it is known. */
export function fits(
  method: AlternativeMethod,
  where: { readonly currency: string; readonly country: string | null },
): boolean {
  const { currency, country } = method
  return (
    (currency === null || currency === where.currency) &&
    (country === null || where.country === null || country === where.country)
  )
}

/** The types that a shopper may choose from, in a checkout that prescribes everything else. */
export function listOfferedTypes(
  terminal: Terminal,
  checkout: {
    readonly transactionType: CheckoutType
    readonly currency: string
    readonly country: string | null
  },
): readonly string[] {
  // There is nothing to reserve at a bank or in a wallet.
  if (checkout.transactionType !== 'PURCHASE') return []
  const isOffered = (type: string, method: AlternativeMethod): boolean =>
    method.transactionType !== 'PAYOUT' &&
    terminal.methods.has(type) &&
    terminal.alternativeAccounts.has(type) &&
    terminal.features.has(FEATURE_OF[method.transactionType]) &&
    fits(method, checkout)
  return [...METHODS].filter(([type, method]) => isOffered(type, method)).map(([type]) => type)
}
