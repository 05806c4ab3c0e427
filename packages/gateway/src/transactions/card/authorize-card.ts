import type { PrivateEncryptionKey } from '@sluice/card-encryption/decrypt'
import type { ErrorItem } from '@sluice/types'

import type { Secret } from '../../kernel/secret.ts'
import type { Merchant, Terminal } from '../../merchants/index.ts'
import {
  type CardJudgement,
  judgeCard,
  type OneTimeUse,
  openSealedFields,
} from '../../payment-methods/index.ts'
import type { Envelope } from '../execution/envelope.ts'
import { findRefusal, METHOD_NOT_OFFERED, NO_THREE_DS, UNKNOWN_TERMINAL } from '../admission/checks.ts'
import type { FlowPorts, TerminalRules } from './flow.ts'
import type { GivenData } from '../admission/given-method.ts'
import {
  type AuthorizationOrder,
  type CardOrigin,
  type OpenRefusal,
  refuseAuthorization,
  startAuthorization,
  type Started,
} from './start-authorization.ts'

/** What authorizing needs of the merchant's records. */
export interface MerchantRecords {
  readonly findMerchant: (merchantId: string) => Promise<Merchant | null>
  readonly findTerminal: (merchantId: string, terminalId: string) => Promise<Terminal | null>
  /** The merchant's live private keys by `kid`. */
  readonly loadPrivateKeys: (merchantId: string) => Promise<ReadonlyMap<string, PrivateEncryptionKey>>
  /** Keyed fingerprint of a card number. */
  readonly fingerprintCard: (merchantId: string, pan: Secret<string>) => Promise<string>
}

export type Authorized =
  | { readonly kind: 'envelope'; readonly envelope: Envelope }
  /** 422: a field cannot be opened. Nothing was stored. */
  | { readonly kind: 'unreadable'; readonly errors: readonly ErrorItem[] }
  /** 422: no saved card has this id that this order may be paid with. Nothing was stored. */
  | { readonly kind: 'unknown_card' }
  /** 403: the client may not charge this card while the cardholder is away. Nothing was stored. */
  | { readonly kind: 'role_missing' }
  /** 503: nobody can tell now whether what was sent is good. Nothing was stored. */
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'refused'; readonly refusal: OpenRefusal }

/** Authorizes a card whose fields came sealed. */
export async function authorizeCard(
  ports: FlowPorts & MerchantRecords,
  order: AuthorizationOrder,
  data: GivenData<'card'>,
): Promise<Authorized> {
  const opened = openSealedFields(data, await openingOf(ports, order))
  if (!opened.ok) return { kind: 'unreadable', errors: opened.errors }
  const { fields, uses } = opened
  return chargeCard(ports, order, { uses, origin: {} }, (terminal, nowMs) =>
    judgeCard(
      {
        pan: fields.encrypted_card_number,
        cvv: fields.encrypted_cvv,
        expirationMonth: fields.encrypted_expiration_month,
        expirationYear: fields.encrypted_expiration_year,
      },
      terminal.brands,
      nowMs,
    ),
  )
}

/** With what the sealed fields of an order open. */
export async function openingOf(ports: FlowPorts & MerchantRecords, order: AuthorizationOrder) {
  return {
    context: order.session?.id ?? '',
    keys: await ports.loadPrivateKeys(order.merchantId),
    nowMs: ports.clock.now(),
  }
}

/** Charges a card that was opened, unless the merchant's settings or a rule of cards refuse it. */
export async function chargeCard(
  ports: FlowPorts & MerchantRecords,
  order: AuthorizationOrder,
  opened: { readonly uses: readonly OneTimeUse[]; readonly origin: CardOrigin },
  judge: (terminal: Terminal, nowMs: number) => CardJudgement,
): Promise<Authorized> {
  const terminal = await ports.findTerminal(order.merchantId, order.terminalId)
  const refusal = await findOrderRefusal(ports, order, terminal)
  if (refusal !== null || terminal === null) {
    return asAuthorized(await refuseAuthorization(ports, order, refusal ?? UNKNOWN_TERMINAL, opened.uses))
  }

  const judged = judge(terminal, ports.clock.now())
  if (!judged.ok) {
    const { property, message } = judged
    const refused = { processingCode: judged.processingCode, property, message }
    return asAuthorized(await refuseAuthorization(ports, order, refused, opened.uses))
  }
  const isProven = opened.origin.proof !== undefined && opened.origin.proof !== null
  if (!isProven && !terminal.features.has('THREE_DS'))
    return asAuthorized(await refuseAuthorization(ports, order, NO_THREE_DS, opened.uses))
  const hash = await ports.fingerprintCard(order.merchantId, judged.card.pan)
  const charge = { card: judged.card, summary: judged.summary, hash, ...opened }
  return asAuthorized(await startAuthorization(ports, order, charge, rulesOf(terminal)))
}

/** Refuses an order whose method is documented but not offered, or whose terminal cannot take it. */
export async function refuseOrder(
  ports: FlowPorts & MerchantRecords,
  order: AuthorizationOrder,
): Promise<Authorized> {
  const terminal = await ports.findTerminal(order.merchantId, order.terminalId)
  const refusal = (await findOrderRefusal(ports, order, terminal)) ?? METHOD_NOT_OFFERED
  return asAuthorized(await refuseAuthorization(ports, order, refusal))
}

export function rulesOf(terminal: Terminal): TerminalRules {
  const retries = terminal.features.has('FALLBACK_ROUTING') ? terminal.maxRetries : 0
  return {
    routing: { accounts: terminal.routing, maxRetries: retries },
    onUnavailable: terminal.onUnavailable,
  }
}

/** Why the merchant's settings forbid the order; null when they do not. */
export async function findOrderRefusal(
  ports: MerchantRecords,
  order: AuthorizationOrder,
  terminal: Terminal | null,
) {
  return findRefusal({
    merchant: await ports.findMerchant(order.merchantId),
    terminal,
    transactionType: order.transactionType,
    paymentMethodType: order.paymentMethodType,
  })
}

export function asAuthorized(started: Started): Authorized {
  return started.ok
    ? { kind: 'envelope', envelope: started.envelope }
    : { kind: 'refused', refusal: started.refusal }
}
