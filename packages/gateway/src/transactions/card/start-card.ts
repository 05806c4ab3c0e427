import type { NetworkTokenSource, TokenizeFor } from '@sluice/types/vocabulary'

import type { ProviderAccount } from '../../merchants/index.ts'
import type { Card, CardSummary, OneTimeUse, SavedCard } from '../../payment-methods/index.ts'
import { type PendingAuthenticationKeys, makePendingAuthenticationKeys } from '../../three-ds/index.ts'
import { NO_PROVIDER, refusalOfPaused } from '../admission/checks.ts'
import { fillFromRecord } from '../admission/fill-customer.ts'
import { openOrder } from '../admission/open-order.ts'
import { type PaymentOrder, refuseOrder } from '../admission/payment-order.ts'
import { LEASE_MS } from '../execution/open.ts'
import { CARD_METHOD, type StoredCredential } from '../execution/provider.ts'
import { beginRetryOptions } from '../execution/retry-options.ts'
import type { Authorized } from '../execution/started.ts'
import type { PaymentMethodSummary } from '../execution/transaction.ts'
import { createCardFlow } from './card-flow.ts'
import type { CardContext, CardPorts, TerminalRules } from './card-context.ts'
import {
  type CardPayment,
  chargesCard,
  findCardAmountRefusal,
  findMissingCardMembers,
  findUndividable,
  findUnverified,
} from './card-needs.ts'
import type { AuthenticationProof } from './device-proof.ts'
import { chooseAccount } from './fallback.ts'

/** The source of a card that was not typed in. */
export interface CardOrigin {
  readonly saved?: SavedCard
  /** The merchant, when the cardholder is not there. */
  readonly initiator?: StoredCredential['initiator']
  readonly source?: NetworkTokenSource
  readonly proof?: AuthenticationProof | null
}

/** A card that may be charged. */
export interface CardToCharge {
  readonly card: Card
  readonly summary: CardSummary
  /** Keyed fingerprint. */
  readonly hash: string
  readonly uses: readonly OneTimeUse[]
  readonly origin: CardOrigin
}

/** Stores the transaction and its first attempt, and processes it until the shopper has to act or it ends. */
export async function startCard(
  ports: CardPorts,
  order: PaymentOrder,
  charge: CardToCharge,
  rules: TerminalRules,
): Promise<Authorized> {
  const customer = fillFromRecord(order.customer, order.customerRecord ?? null)
  const payment = { ...order, customer }
  const { accounts, maxRetries } = rules.routing
  const taking = accounts.filter(({ providerId }) => chargesCard(ports.providers.get(providerId), payment))
  if (taking.length === 0) return refuse(ports, order, charge, payment, accounts[0])
  const { account, skipped } = chooseAccount({ accounts: taking, maxRetries }, [], ports.stateOfAccount)
  if (account === null) return refuseOrder(ports, order, refusalOfPaused(skipped), charge.uses)
  const opening = {
    account,
    paymentMethod: describeCard(order, charge),
    retryOptions: beginRetryOptions(rules.routing.maxRetries, account),
    begins: {
      status: 'AUTHENTICATING',
      leaseMs: LEASE_MS,
      skipped,
      ...(order.requested && { requested: order.requested }),
    },
    uses: charge.uses,
    isReported: false,
  } as const
  return openOrder(ports, order, opening, createCardFlow(ports), () =>
    holdInMemory(order, charge, rules, makePendingAuthenticationKeys(ports.random)),
  )
}

/** Refuses a payment that no account accepts, with the reason of the terminal's first account. */
async function refuse(
  ports: CardPorts,
  order: PaymentOrder,
  { uses }: CardToCharge,
  payment: CardPayment,
  first: ProviderAccount | undefined,
): Promise<Authorized> {
  const provider = first && ports.providers.get(first.providerId)
  if (!provider?.capabilities.methods.has(CARD_METHOD)) return refuseOrder(ports, order, NO_PROVIDER, uses)
  const unverified = findUnverified(provider, payment)
  if (unverified !== null) return refuseOrder(ports, order, unverified, uses)
  const undividable = findUndividable(provider, payment)
  if (undividable !== null) return refuseOrder(ports, order, undividable, uses)
  const errors = findMissingCardMembers(provider, payment)
  if (errors.length > 0) return { kind: 'unreadable', errors }
  const outside = findCardAmountRefusal(provider, order)
  return refuseOrder(ports, order, outside ?? NO_PROVIDER, uses)
}

function holdInMemory(
  order: PaymentOrder,
  { card, origin }: CardToCharge,
  rules: TerminalRules,
  keys: PendingAuthenticationKeys,
): CardContext {
  // A card that is saved already is not saved again, and a token never.
  const saveFor = order.paymentMethodType === 'card' ? (order.tokenizeFor ?? null) : null
  return {
    card,
    keys,
    sessionId: order.session?.id ?? null,
    rules,
    saveFor,
    storedCredential: describeStoredCredential(origin, saveFor),
    options: order.options ?? null,
    proof: origin.proof ?? null,
    earlierChallenge: 'NONE',
    firstAuthentication: origin.saved?.firstAuthentication ?? null,
  }
}

/** Returns the data that networks require about a stored card. @see docs/protocol/saved-cards.md#stored-credentials */
function describeStoredCredential(
  { saved, initiator = 'CUSTOMER' }: CardOrigin,
  saveFor: TokenizeFor | null,
): StoredCredential | null {
  if (saved) {
    return { initiator, sequence: 'SUBSEQUENT', networkTransactionId: saved.networkTransactionId }
  }
  return saveFor === null ? null : { initiator, sequence: 'FIRST', networkTransactionId: null }
}

function describeCard(
  { paymentMethodType }: PaymentOrder,
  { summary, hash, origin }: CardToCharge,
): PaymentMethodSummary {
  return {
    type: paymentMethodType,
    method: summary.masked,
    brand: summary.brand,
    masked: summary.masked,
    hash,
    token: origin.saved?.id ?? null,
    expiry: summary.expiry,
    ...(origin.source ? { source: origin.source } : {}),
  }
}
