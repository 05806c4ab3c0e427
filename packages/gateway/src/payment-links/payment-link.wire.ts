import { renderQrCode } from '@sluice/shared/qr-code'
import type { PaymentLinkEvent, PaymentLink as WirePaymentLink, PaymentLinkRequest } from '@sluice/types'
import { LIMITS } from '@sluice/types/vocabulary'
import { toTimestamp } from '@sluice/platform/kernel/clock'
import { makeCapability, type Random } from '@sluice/platform/kernel/random'

import { readTokenization } from '../sessions/index.ts'
import { linkAddress } from './link-address.ts'
import { linkStatusNow, type PaymentLink } from './payment-link.ts'

const DAY_MS = 86_400_000

/** Parses a request and generates the link's token. */
export function fromPaymentLinkRequest(
  body: PaymentLinkRequest,
  {
    random,
    nowMs,
    ...of
  }: {
    readonly merchantId: string
    readonly clientKey: string
    readonly random: Random
    readonly nowMs: number
  },
): PaymentLink {
  const { amount_range: range, expires_at: expiresAt, max_uses: maxUses = 1 } = body
  return {
    ...of,
    id: random.uuid(),
    token: makeCapability(random),
    terminalId: body.terminal_id,
    currency: body.currency,
    // The schema guarantees exactly one of the two.
    amount: body.amount ?? { minMinor: range?.min ?? 0, maxMinor: range?.max ?? 0 },
    transactionType: body.transaction_type,
    description: body.description,
    referencePrefix: body.reference_prefix ?? null,
    maxUses,
    uses: 0,
    usesInProgress: 0,
    customerId: body.customer_id ?? null,
    tokenization: readTokenization(body.tokenization),
    returnUrl: body.return_url ?? null,
    languages: body.languages ?? null,
    metadata: body.metadata ?? null,
    options: body.options ?? null,
    status: 'ACTIVE',
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    expiresAtMs:
      expiresAt === undefined
        ? nowMs + LIMITS.PAYMENT_LINK_LIFETIME_DEFAULT_DAYS * DAY_MS
        : Date.parse(expiresAt),
    deactivatedAtMs: null,
  }
}

/** Serializes a link for its merchant. @param baseUrl - of the gateway, without a trailing slash. */
export function toWirePaymentLink(link: PaymentLink, baseUrl: string, nowMs: number): WirePaymentLink {
  const url = baseUrl + linkAddress(link.clientKey, link.token)
  const { amount, tokenization } = link
  return {
    id: link.id,
    status: linkStatusNow(link, nowMs),
    url,
    qr_svg: drawCode(url),
    terminal_id: link.terminalId,
    currency: link.currency,
    amount: typeof amount === 'number' ? amount : null,
    amount_range: typeof amount === 'number' ? null : { min: amount.minMinor, max: amount.maxMinor },
    transaction_type: link.transactionType,
    description: link.description,
    reference_prefix: link.referencePrefix,
    max_uses: link.maxUses,
    uses: link.uses,
    uses_in_progress: link.usesInProgress,
    expires_at: toTimestamp(link.expiresAtMs),
    customer_id: link.customerId,
    tokenization:
      tokenization === 'NONE'
        ? null
        : {
            save_card_for_future_payments: tokenization === 'IMPLICIT',
            show_save_card_for_future_payments: tokenization === 'OPT_IN',
          },
    return_url: link.returnUrl,
    languages: link.languages === null ? null : [...link.languages],
    metadata: link.metadata,
    options: link.options ?? null,
    created_at: toTimestamp(link.createdAtMs),
    updated_at: toTimestamp(link.updatedAtMs),
    deactivated_at: link.deactivatedAtMs === null ? null : toTimestamp(link.deactivatedAtMs),
  }
}

/** The QR code as SVG. With its namespace it is also a valid file. */
function drawCode(url: string): string {
  const [, drawn] = renderQrCode(url, url).toString().split('<svg')
  return `<svg xmlns="http://www.w3.org/2000/svg"${drawn}`.replaceAll(/\s+/g, ' ')
}

/** Writes the event that reports the end of a link. */
export function toLinkEndedEvent(
  link: PaymentLink,
  baseUrl: string,
): { readonly type: string; readonly payload: string } {
  const event = 'transaction-svc:payment-link:ended'
  const data = toWirePaymentLink(link, baseUrl, link.updatedAtMs)
  return { type: event, payload: JSON.stringify({ event, data } satisfies PaymentLinkEvent) }
}
