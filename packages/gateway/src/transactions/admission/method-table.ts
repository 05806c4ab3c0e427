import {
  LIMITS,
  LOCAL_SCHEME_TYPE,
  PAYMENT_METHODS,
  PAYOUT_RESULT_TYPE,
  PROVIDER_REDIRECT_TYPES,
} from '@sluice/types/vocabulary'

import type { Terminal } from '../../merchants/index.ts'
import { arrangeMethods, type DescribedMethod } from '../../method-catalogue/index.ts'
import { type CheckoutType, FEATURE_OF, type OrderType } from './checks.ts'

/** A payment method that the shopper confirms elsewhere: on a provider's page, in an app, at a bank. */
export interface AlternativeMethod {
  /** The name of the method in results. */
  readonly name: string
  /** The transaction type. The local scheme and redirects make purchases, as cards do. */
  readonly transactionType: Exclude<OrderType, 'AUTHORIZE' | 'VERIFY'>
  /** How long a person has to confirm it; null if no confirmation is needed. */
  readonly lifetimeMs: number | null
}

const ON_A_PAGE = {
  transactionType: 'PURCHASE',
  lifetimeMs: LIMITS.REDIRECT_IDLE_TIMEOUT_SECONDS * 1000,
} as const

const PAYMENT = { ...ON_A_PAGE, transactionType: 'PAYMENT' } as const

const TRANSFER_LIFETIME_MS = LIMITS.BANK_TRANSFER_LIFETIME_DAYS * 86_400_000

/** The methods by `payment_method.type`. */
const METHODS: ReadonlyMap<string, AlternativeMethod> = new Map<string, AlternativeMethod>([
  [LOCAL_SCHEME_TYPE, { ...ON_A_PAGE, name: LOCAL_SCHEME_TYPE }],
  [PAYMENT_METHODS.OPEN_BANKING, { ...PAYMENT, name: 'OPEN_BANKING' }],
  [PAYMENT_METHODS.UPI, { ...PAYMENT, name: 'UPI' }],
  [PAYMENT_METHODS.WALLETS, { ...PAYMENT, name: 'WALLETS' }],
  [PAYMENT_METHODS.BANK_TRANSFER, { ...PAYMENT, name: 'BANK_TRANSFER', lifetimeMs: TRANSFER_LIFETIME_MS }],
  [PAYMENT_METHODS.QR_CODE, { ...PAYMENT, name: 'QR_CODE' }],
  ...PROVIDER_REDIRECT_TYPES.map((type) => [type, { ...ON_A_PAGE, name: type }] as const),
  [
    PAYOUT_RESULT_TYPE,
    { ...ON_A_PAGE, name: PAYOUT_RESULT_TYPE, transactionType: 'PAYOUT', lifetimeMs: null },
  ],
])

/** Returns the method; null for cards and types that are processed like cards. */
export function findAlternativeMethod(type: string): AlternativeMethod | null {
  return METHODS.get(type) ?? null
}

/** A terminal, with a description of each alternative method that it accepts. */
export interface OfferedTerminal extends Terminal {
  readonly described: readonly DescribedMethod[]
}

/** Returns the methods from which the shopper of a checkout may choose, in the order of their list. */
export function listOfferedMethods(
  terminal: OfferedTerminal,
  checkout: {
    readonly transactionType: CheckoutType
    readonly amountMinor: number
    readonly currency: string
    readonly country: string | null
  },
): readonly DescribedMethod[] {
  // Banks and wallets can neither reserve money nor verify a card.
  if (checkout.transactionType !== 'PURCHASE') return []
  const isTaken = ({ type }: DescribedMethod): boolean => {
    const transactionType = findAlternativeMethod(type)?.transactionType ?? 'PAYOUT'
    return transactionType !== 'PAYOUT' && terminal.features.has(FEATURE_OF[transactionType])
  }
  return arrangeMethods(terminal.described.filter(isTaken), checkout)
}
