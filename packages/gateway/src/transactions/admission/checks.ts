import type {
  CardTransactionType,
  ManageType,
  ProcessingCode,
  TerminalFeature,
  TransactionType,
} from '@sluice/types/vocabulary'

import type { Merchant, ProviderAccount, Terminal } from '../../merchants/index.ts'
import type { RequestedAuthentication } from '../../three-ds/index.ts'

/** The transaction types of orders: all except follow-up operations. */
export type OrderType = Exclude<TransactionType, ManageType>

/** The transaction types of sessions. */
export type CheckoutType = CardTransactionType

/** The terminal and its merchant. */
export interface TerminalSubject {
  readonly merchant: Merchant | null
  readonly terminal: Terminal | null
}

/** The part of an order that is known before anything is stored. */
export interface CheckSubject extends TerminalSubject {
  readonly transactionType: OrderType
  readonly paymentMethodType: string
}

/** The reason why an order is INVALID: the code, and the member of the request that has to change. */
export interface OrderRefusal {
  readonly processingCode: ProcessingCode
  readonly property: string
  /** The message of the code, unless a more exact one is available. */
  readonly message?: string
}

interface TerminalCheck {
  readonly refusal: OrderRefusal
  readonly refuses: (subject: TerminalSubject) => boolean
}

export const UNKNOWN_TERMINAL: OrderRefusal = { processingCode: '2013', property: 'terminal_id' }
export const METHOD_NOT_OFFERED: OrderRefusal = { processingCode: '2004', property: 'payment_method.type' }
/** The refusal of a card without its own proof on a terminal that cannot authenticate cardholders. */
export const NO_THREE_DS: OrderRefusal = {
  processingCode: '2011',
  property: 'terminal_id',
  message: 'the terminal lacks the feature THREE_DS, which this payment needs',
}
/** The refusal if the terminal's first provider is unavailable. */
export const NO_PROVIDER: OrderRefusal = { processingCode: '2024', property: 'terminal_id' }

/** Refuses the payment if an operator paused every account that could process it. */
export function refusalOfPaused(accounts: readonly ProviderAccount[]): OrderRefusal {
  const [account] = accounts
  return accounts.length === 1 && account
    ? {
        processingCode: '2021',
        property: 'terminal_id',
        message: `the operator paused the provider account ${account.accountId}`,
      }
    : {
        processingCode: '2024',
        property: 'terminal_id',
        message: 'the operator paused every provider account of the terminal',
      }
}

/** The feature that a terminal needs for each type. */
export const FEATURE_OF: Readonly<Record<OrderType, TerminalFeature>> = {
  AUTHORIZE: 'TRX_TYPE_AUTHORIZE',
  PURCHASE: 'TRX_TYPE_PURCHASE',
  VERIFY: 'TRX_TYPE_VERIFY',
  PAYMENT: 'TRX_TYPE_PAYMENT',
  PAYOUT: 'TRX_TYPE_PAYOUT',
}

/** The transaction types that a checkout allows. Banks and wallets cannot reserve money. */
const OUTCOMES_OF: Readonly<Record<CheckoutType, readonly OrderType[]>> = {
  AUTHORIZE: ['AUTHORIZE'],
  PURCHASE: ['PURCHASE', 'PAYMENT'],
  VERIFY: ['VERIFY'],
}

/** The checks for every use of a terminal, in this order; the first refusal decides. */
const TERMINAL_CHECKS: readonly TerminalCheck[] = [
  {
    refusal: { processingCode: '2017', property: 'terminal_id' },
    refuses: ({ merchant }) => merchant?.status !== 'ACTIVE',
  },
  { refusal: UNKNOWN_TERMINAL, refuses: ({ terminal }) => terminal === null },
  {
    refusal: { processingCode: '2014', property: 'terminal_id' },
    refuses: ({ terminal }) => terminal?.status === 'INACTIVE',
  },
  {
    refusal: { processingCode: '2015', property: 'terminal_id' },
    refuses: ({ terminal }) => terminal?.status === 'NOT_ACCEPTING',
  },
]

/** Returns the refusal of the first check of merchant and terminal that fails; null if all pass. */
export function findTerminalRefusal(subject: TerminalSubject): OrderRefusal | null {
  return TERMINAL_CHECKS.find((check) => check.refuses(subject))?.refusal ?? null
}

/** Names the missing feature, so that the merchant can ask the operator for it. */
export function lacksFeature(feature: TerminalFeature, property = 'transaction_type'): OrderRefusal {
  return { processingCode: '2011', property, message: `the terminal lacks the feature ${feature}` }
}

/** The feature that a terminal needs for what is requested of an authentication, by the member that requests it. */
const FEATURE_OF_REQUESTED: Readonly<Record<keyof RequestedAuthentication, TerminalFeature>> = {
  challengePreference: 'CHALLENGE_PREFERENCE',
  exemption: 'SCA_EXEMPTIONS',
}

const PROPERTY_OF_REQUESTED: Readonly<Record<keyof RequestedAuthentication, string>> = {
  challengePreference: 'options.three_ds.challenge_preference',
  exemption: 'options.three_ds.exemption',
}

/** Returns the refusal of an authentication request that the terminal does not allow; null if it does. */
export function findRequestedRefusal(
  { features }: Pick<Terminal, 'features'>,
  requested: RequestedAuthentication,
): OrderRefusal | null {
  for (const member of ['challengePreference', 'exemption'] as const) {
    const feature = FEATURE_OF_REQUESTED[member]
    if (requested[member] !== null && !features.has(feature))
      return lacksFeature(feature, PROPERTY_OF_REQUESTED[member])
  }
  return null
}

/** Returns the reason why an order cannot be accepted: its terminal, then its type, then its method; null if it can. */
export function findRefusal(subject: CheckSubject): OrderRefusal | null {
  const { terminal, transactionType, paymentMethodType } = subject
  const refusal = findTerminalRefusal(subject)
  if (refusal !== null || terminal === null) return refusal
  const feature = FEATURE_OF[transactionType]
  if (!terminal.features.has(feature)) return lacksFeature(feature)
  return terminal.methods.has(paymentMethodType) ? null : METHOD_NOT_OFFERED
}

/**
 * Returns the refusal of the first check of merchant, terminal and type that fails, whatever the payment method; null
 * if all pass.
 */
export function findCheckoutRefusal(
  subject: TerminalSubject & { readonly transactionType: CheckoutType },
): OrderRefusal | null {
  const { terminal, transactionType } = subject
  const refusal = findTerminalRefusal(subject)
  if (refusal !== null || terminal === null) return refusal
  if (OUTCOMES_OF[transactionType].some((type) => terminal.features.has(FEATURE_OF[type]))) return null
  return lacksFeature(FEATURE_OF[transactionType])
}

/** Reports whether a checkout accepts cards that are authenticated by 3-D Secure here or by the wallet. */
export function takesCards({ features }: Pick<Terminal, 'features'>, transactionType: CheckoutType): boolean {
  return features.has(FEATURE_OF[transactionType])
}

/** Reports whether a checkout accepts typed and saved cards, for which 3-D Secure here is the only proof. */
export function takesPlainCards(
  terminal: Pick<Terminal, 'features'>,
  transactionType: CheckoutType,
): boolean {
  return takesCards(terminal, transactionType) && terminal.features.has('THREE_DS')
}
