import type {
  Branding,
  ClientSession,
  EmbeddedSession,
  EncryptionKeySet,
  OfferedMethod,
  SessionState,
} from '@sluice/types'
import { LANGUAGES, type Locale, processingCode } from '@sluice/types/vocabulary'

import type { Terminal } from '../merchants/index.ts'
import { listOfferedTypes } from '../transactions/index.ts'
import { type Session, sessionCodeNow, sessionStatusNow } from './session.ts'

/** Writes a session for the merchant that made it. @param id - the session id, which only its holder knows. */
export function toWireSession(session: Session, id: string, nowMs: number): EmbeddedSession {
  return {
    id,
    status: sessionStatusNow(session, nowMs),
    terminal_id: session.terminalId,
    reference: session.reference,
    description: session.description,
    currency: session.currency,
    amount: session.amountMinor,
    transaction_type: session.transactionType,
    return_url: session.returnUrl,
    customer: session.customer,
    country: session.country,
    metadata: session.metadata,
  }
}

export function toWireSessionState(session: Session, id: string, nowMs: number): SessionState {
  return { ...toWireSession(session, id, nowMs), transaction_id: session.transactionId }
}

/** Writes what a browser needs to draw the form: no merchant id, no hash, nothing of other shoppers. */
export function toClientSession(
  session: Session,
  id: string,
  context: {
    readonly terminal: Terminal
    readonly branding: Branding
    readonly locale: Locale
    readonly encryptionKeys: EncryptionKeySet
    readonly nowMs: number
  },
): ClientSession {
  const { id: _, ...customer } = session.customer ?? {}
  return {
    session: {
      id,
      kind: session.kind,
      status: sessionStatusNow(session, context.nowMs),
      amount: session.amountMinor,
      currency: session.currency,
      description: session.description,
      country: session.country,
      customer: session.customer === null ? null : customer,
    },
    payment_methods: listMethods(session, context.terminal),
    saved_cards: [],
    tokenization: 'NONE',
    branding: context.branding,
    locale: context.locale,
    languages: Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[],
    encryption_keys: context.encryptionKeys,
    server_time: Math.floor(context.nowMs / 1000),
    return_url: session.returnUrl,
  }
}

function listMethods(session: Session, terminal: Terminal): OfferedMethod[] {
  const { transactionType, currency, customer } = session
  const country = session.country ?? customer?.country ?? null
  const others = listOfferedTypes(terminal, { transactionType, currency, country })
  return [
    ...(terminal.methods.has('card') ? [{ type: 'card', brands: [...terminal.brands] }] : []),
    ...others.map((type) => ({ type })),
  ]
}

export function toClientSessionStatus(session: Session, nowMs: number) {
  const code = sessionCodeNow(session, nowMs)
  return {
    status: sessionStatusNow(session, nowMs),
    processing_code: code,
    response_message: code === null ? null : processingCode(code).message,
  }
}
