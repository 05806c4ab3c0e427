import type { Metadata } from '@sluice/types'
import type { Currency, Language, PaymentLinkStatus, SessionTokenization } from '@sluice/types/vocabulary'
import type { Insertable, Selectable } from 'kysely'

import type { LinkTokens } from './link-tokens.ts'
import type { PaymentLink } from './payment-link.ts'
import type { PaymentLinkTable } from './payment-links.tables.ts'

/** Payment links ⇄ rows. */

const toJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))
const fromJson = <T>(text: string | null): T | null => (text === null ? null : (JSON.parse(text) as T))

export function toPaymentLinkRow(
  link: PaymentLink,
  requestKey: string | null,
  tokens: LinkTokens,
): Insertable<PaymentLinkTable> {
  const { amount } = link
  return {
    merchant_id: link.merchantId,
    id: link.id,
    lookup: tokens.lookupOf(link.merchantId, link.token),
    sealed_token: tokens.seal(link, link.token),
    client_key: link.clientKey,
    request_key: requestKey,
    terminal_id: link.terminalId,
    currency: link.currency,
    amount: typeof amount === 'number' ? amount : null,
    min_amount: typeof amount === 'number' ? null : amount.minMinor,
    max_amount: typeof amount === 'number' ? null : amount.maxMinor,
    transaction_type: link.transactionType,
    description: link.description,
    reference_prefix: link.referencePrefix,
    max_uses: link.maxUses,
    uses: link.uses,
    uses_in_progress: link.usesInProgress,
    customer_id: link.customerId,
    tokenization: link.tokenization,
    return_url: link.returnUrl,
    languages: toJson(link.languages),
    metadata: toJson(link.metadata),
    options: toJson(link.options),
    status: link.status,
    created_at: link.createdAtMs,
    updated_at: link.updatedAtMs,
    expires_at: link.expiresAtMs,
    deactivated_at: link.deactivatedAtMs,
  }
}

export function fromPaymentLinkRow(row: Selectable<PaymentLinkTable>, tokens: LinkTokens): PaymentLink {
  const key = { merchantId: row.merchant_id, id: row.id }
  return {
    ...key,
    token: tokens.open(key, row.sealed_token),
    clientKey: row.client_key,
    terminalId: row.terminal_id,
    currency: row.currency as Currency,
    amount: row.amount ?? { minMinor: row.min_amount ?? 0, maxMinor: row.max_amount ?? 0 },
    transactionType: row.transaction_type as PaymentLink['transactionType'],
    description: row.description,
    referencePrefix: row.reference_prefix,
    maxUses: row.max_uses,
    uses: row.uses,
    usesInProgress: row.uses_in_progress,
    customerId: row.customer_id,
    tokenization: row.tokenization as SessionTokenization,
    returnUrl: row.return_url,
    languages: fromJson<readonly Language[]>(row.languages),
    metadata: fromJson<Metadata>(row.metadata),
    options: fromJson<PaymentLink['options']>(row.options),
    status: row.status as PaymentLinkStatus,
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
    expiresAtMs: row.expires_at,
    deactivatedAtMs: row.deactivated_at,
  }
}
