import type {
  Branding,
  ClientSession,
  EmbeddedSession,
  EncryptionKeySet,
  OfferedMethod,
  OfferedSavedCard,
  SessionState,
} from '@sluice/types'
import {
  ALWAYS_SPOKEN,
  currencyExponent,
  type Language,
  type Locale,
  processingCode,
} from '@sluice/types/vocabulary'

import type { DescribedMethod } from '../method-catalogue/index.ts'
import { type GwalletPay, isSavedForMerchant, type SavedCard } from '../payment-methods/index.ts'
import {
  listOfferedMethods,
  offerInstallments,
  type OfferedTerminal,
  takesPlainCards,
} from '../transactions/index.ts'
import { listWallet } from './offered-wallet.wire.ts'
import {
  isBeingCorrected,
  type Session,
  sessionCodeNow,
  sessionStatusNow,
  tokenizationNow,
} from './session.ts'

/** Builds a session for its merchant. @param id - the session id, which only its holder knows. */
export function toWireSession(session: Session, id: string, nowMs: number): EmbeddedSession {
  return { ...echo(session, id, nowMs), description: session.description ?? '' }
}

export function toWireSessionState(session: Session, id: string, nowMs: number): SessionState {
  return { ...echo(session, id, nowMs), transaction_id: session.transactionId }
}

function echo(session: Session, id: string, nowMs: number) {
  return {
    id,
    status: sessionStatusNow(session, nowMs),
    revision: session.revision,
    terminal_id: session.terminalId,
    reference: session.reference,
    description: session.description,
    currency: session.currency,
    amount: session.amountMinor,
    transaction_type: session.transactionType,
    return_url: session.returnUrl ?? '',
    customer: session.customer,
    country: session.country,
    metadata: session.metadata,
  }
}

/** The data about a session that the form shows. */
interface ClientContext {
  readonly terminal: OfferedTerminal
  readonly savedCards: readonly SavedCard[]
  readonly branding: Branding
  readonly locale: Locale
  readonly shoppersRemoveCards: boolean
  /** The languages beyond those of every merchant. */
  readonly languages: readonly Language[]
  readonly encryptionKeys: EncryptionKeySet
  readonly gwalletPay: GwalletPay | null
  readonly methodsUrl: string
  readonly fallbackOrigins: Readonly<Record<string, string>>
  readonly nowMs: number
}

/** Builds the data with which a browser renders the form, without merchant id, hashes or data of other shoppers. */
export function toClientSession(session: Session, id: string, context: ClientContext): ClientSession {
  const { id: _, ...customer } = session.customer ?? {}
  return {
    session: {
      id,
      kind: session.kind,
      status: sessionStatusNow(session, context.nowMs),
      revision: session.revision,
      processing_code: isBeingCorrected(session) ? session.processingCode : null,
      amount: session.amountMinor,
      currency: session.currency,
      currency_exponent: currencyExponent(session.currency),
      description: session.description,
      country: session.country,
      customer: session.customer === null ? null : customer,
    },
    payment_methods: listMethods(session, context),
    saved_cards: context.savedCards.map((card) => toOfferedCard(card, context.shoppersRemoveCards)),
    tokenization: tokenizationNow(session, context.terminal),
    ...listInstallments(session, context.terminal),
    branding: context.branding,
    locale: context.locale,
    languages: [...ALWAYS_SPOKEN, ...context.languages],
    encryption_keys: context.encryptionKeys,
    methods_url: context.methodsUrl,
    ...(Object.keys(context.fallbackOrigins).length > 0 && { fallback_origins: context.fallbackOrigins }),
    server_time: Math.floor(context.nowMs / 1000),
    return_url: session.returnUrl ?? '',
  }
}

/** Returns the shopper's choice of installments; nothing without plans. */
function listInstallments(
  { currency, amountMinor, options: { maxInstallments: maxCount } }: Session,
  { installments, methods, brands }: OfferedTerminal,
): Pick<ClientSession, 'installments'> {
  const offered = offerInstallments(installments, { currency, amountMinor, maxCount })
    .map((plan) => ({
      payment_method_types: plan.methods.filter((type) => methods.has(type)),
      brands: plan.brands.filter((brand) => brands.has(brand)),
      min_count: plan.minCount,
      max_count: plan.maxCount,
    }))
    .filter(({ payment_method_types: types, brands }) => types.length > 0 && brands.length > 0)
  return offered.length === 0 ? {} : { installments: offered }
}

function listMethods(
  session: Session,
  {
    terminal,
    gwalletPay,
    branding,
    languages,
  }: Pick<ClientContext, 'terminal' | 'gwalletPay' | 'branding' | 'languages'>,
): OfferedMethod[] {
  // Shown before a card is typed, not only when it is refused.
  if (terminal.status !== 'ACTIVE') return []
  const { transactionType, amountMinor, currency, customer } = session
  const country = session.country ?? customer?.country ?? null
  const others = listOfferedMethods(terminal, { transactionType, amountMinor, currency, country })
  return [
    ...(terminal.methods.has('card') && takesPlainCards(terminal, transactionType)
      ? [{ type: 'card', brands: [...terminal.brands] }]
      : []),
    ...listWallet(gwalletPay, terminal, transactionType, branding.merchant_name),
    ...others.map((method) => toOfferedMethod(method, languages)),
  ]
}

/** Builds a method for lists, with its names in the languages of the merchant's pages. */
function toOfferedMethod(
  { type, name, names, kind, mark, alsoCalled }: DescribedMethod,
  languages: readonly Language[],
): OfferedMethod {
  const others = [...ALWAYS_SPOKEN, ...languages].flatMap((language) => {
    const said = names[language]
    return said === undefined ? [] : [[language, said] as const]
  })
  return {
    type,
    ...(name !== null && { name }),
    ...(others.length > 0 && { names: Object.fromEntries(others) }),
    kind,
    mark,
    ...(alsoCalled.length > 0 && { also_called: [...alsoCalled] }),
  }
}

/** Builds a card for its holder, without anything that suffices to pay with it. */
function toOfferedCard(card: SavedCard, shoppersRemoveCards: boolean): OfferedSavedCard {
  return {
    payment_method_id: card.id,
    card_brand: card.brand,
    card_masked: card.masked,
    card_last_4: card.masked.slice(-4),
    card_exp_month: card.expirationMonth,
    card_exp_year: card.expirationYear,
    removable: shoppersRemoveCards && !isSavedForMerchant(card.tokenizeFor),
  }
}

export function toClientSessionStatus(session: Session, nowMs: number) {
  const code = sessionCodeNow(session, nowMs)
  return {
    status: sessionStatusNow(session, nowMs),
    revision: session.revision,
    processing_code: code,
    response_message: code === null ? null : processingCode(code).message,
    transaction_id: session.transactionId,
  }
}
