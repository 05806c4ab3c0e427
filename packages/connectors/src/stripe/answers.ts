import type {
  AuthorizationAnswerMessage,
  OrderAnswerMessage,
  OutcomeMessage,
  TransferAccountMessage,
} from '@sluice/provider-protocol'
import * as z from 'zod'

import { INTENT_STATUSES, type IntentStanding } from './codes.ts'
import { declineOf, METADATA, metadataOf, namesOf, outcomeOf, UnreadableObject } from './outcomes.ts'
import type { PaymentIntent } from './objects.ts'

/** The state of a payment intent, for the call that it was created for. */
export type Standing =
  | { readonly kind: 'outcome'; readonly outcome: OutcomeMessage }
  /** It was never confirmed: nothing was executed. */
  | { readonly kind: 'untouched' }
  /** It was canceled before it was confirmed, so that it never can be. */
  | { readonly kind: 'fenced' }
  /** The shopper has authenticated, and a request of ours continues the payment. */
  | { readonly kind: 'waits_for_us' }
  | { readonly kind: 'waits_for_shopper' }

/** The cancellation reason of a payment that must never be executed. */
export const FENCE_REASON = 'abandoned'

/** Reads the current state of a payment intent. @throws {@link UnreadableObject} For a status or a code that no table lists. */
export function standingOf(intent: PaymentIntent, nowMs: number | null): Standing {
  switch (meaningOf(intent)) {
    case 'APPROVED':
      return { kind: 'outcome', outcome: outcomeOf(intent, '0000') }
    case 'PENDING':
      return { kind: 'outcome', outcome: outcomeOf(intent, '1002') }
    case 'WAITS_FOR_SHOPPER':
      return { kind: 'waits_for_shopper' }
    case 'WAITS_FOR_US':
      return { kind: 'waits_for_us' }
    case 'CANCELED':
      return intent.cancellation_reason === FENCE_REASON && intent.amount_received === 0
        ? { kind: 'fenced' }
        : { kind: 'outcome', outcome: outcomeOf(intent, '1003', { response_code: canceledAs(intent) }) }
    case 'FAILED_OR_UNTOUCHED':
      return intent.last_payment_error === null
        ? { kind: 'untouched' }
        : { kind: 'outcome', outcome: declineOf(intent, intent.last_payment_error, nowMs) }
  }
}

function meaningOf({ id, status }: PaymentIntent): IntentStanding {
  if (!Object.hasOwn(INTENT_STATUSES, status)) throw new UnreadableObject(`unknown status ${status} of ${id}`)
  return INTENT_STATUSES[status as keyof typeof INTENT_STATUSES]
}

const canceledAs = ({ cancellation_reason: reason }: PaymentIntent): string =>
  `canceled ${reason ?? ''}`.trim()

/** Returns the result of an undecided payment, which waits for the shopper or for our next request. */
export function pendingOutcome(intent: PaymentIntent): OutcomeMessage {
  return outcomeOf(intent, '1002')
}

const redirect = z.object({ redirect_to_url: z.object({ url: z.string() }) })

/**
 * Returns the step that sends the shopper to the issuer's authentication page, or null if Stripe requires another
 * step.
 */
export function authenticateAnswer(intent: PaymentIntent): AuthorizationAnswerMessage | null {
  const read = redirect.safeParse(intent.next_action)
  if (!read.success) return null
  return {
    result: 'AUTHENTICATE',
    idempotency_key: metadataOf(intent, METADATA.key),
    step: { kind: 'REDIRECT', url: read.data.redirect_to_url.url },
    ...namesOf(intent),
  }
}

const url = z.string().min(1)
const seconds = z.int().positive().nullish()
const qrCode = z.object({ data: z.string().min(1), expires_at: seconds })

/** The addresses to which each kind of `next_action` sends the shopper. */
const PAGES = {
  redirect_to_url: z.object({ url }).transform((action) => action.url),
  alipay_handle_redirect: z.object({ url }).transform((action) => action.url),
  boleto_display_details: z
    .object({ hosted_voucher_url: url })
    .transform((action) => action.hosted_voucher_url),
  upi_handle_redirect_or_display_qr_code: z
    .object({ hosted_instructions_url: url })
    .transform((action) => action.hosted_instructions_url),
} as const

/** A code to scan, and an app as an alternative. */
interface ShownCode {
  readonly data: string
  readonly expiresAt: number | null
  readonly app: { readonly app: string; readonly url: string } | null
}

/** The display of each kind of `next_action`. */
const CODES: Readonly<Record<string, z.ZodType<ShownCode>>> = {
  pix_display_qr_code: qrCode.transform(({ data, expires_at: expiresAt = null }) => ({
    data,
    expiresAt,
    app: null,
  })),
  promptpay_display_qr_code: qrCode.transform(({ data }) => ({ data, expiresAt: null, app: null })),
  paynow_display_qr_code: qrCode.transform(({ data }) => ({ data, expiresAt: null, app: null })),
  swish_handle_redirect_or_display_qr_code: z
    .object({ mobile_auth_url: url, qr_code: qrCode })
    .transform(({ mobile_auth_url: link, qr_code: { data, expires_at: expiresAt = null } }) => ({
      data,
      expiresAt,
      app: { app: 'Swish', url: link },
    })),
}

/** Returns the next step of an order's customer, or null for an action that the connector does not know. */
export function showAnswer(intent: PaymentIntent): OrderAnswerMessage | null {
  const action = intent.next_action
  if (action === null) return null
  const named = { idempotency_key: metadataOf(intent, METADATA.key), ...namesOf(intent) }
  const said = action[action.type]
  if (action.type === 'blik_authorize') return { result: 'OUTCOME', outcome: pendingOutcome(intent) }
  if (action.type === 'display_bank_transfer_instructions') {
    const account = transferAccountOf(said)
    return account && { result: 'BANK_TRANSFER', ...named, account }
  }
  const page = read(PAGES, action.type, said)
  if (page !== null) return { result: 'REDIRECT', ...named, redirect_url: page }
  const code = read(CODES, action.type, said)
  if (code === null) return null
  return {
    result: 'DISPLAY',
    ...named,
    qr_text: code.data,
    app_links: code.app === null ? [] : [code.app],
    ...(code.expiresAt && { expires_at: new Date(code.expiresAt * 1_000).toISOString() }),
  }
}

function read<Value>(
  schemas: Readonly<Record<string, z.ZodType<Value>>>,
  type: string,
  said: unknown,
): Value | null {
  if (!Object.hasOwn(schemas, type)) return null
  return schemas[type]?.safeParse(said).data ?? null
}

const holder = { account_holder_name: url }

const transfer = z.object({
  reference: z.string().nullish(),
  financial_addresses: z.array(
    z.discriminatedUnion('type', [
      z.object({
        type: z.literal('iban'),
        iban: z.object({ ...holder, iban: url, bic: z.string().nullish() }),
      }),
      z.object({
        type: z.literal('sort_code'),
        sort_code: z.object({ ...holder, sort_code: url, account_number: url }),
      }),
      z.object({
        type: z.literal('aba'),
        aba: z.object({
          ...holder,
          routing_number: url,
          account_number: url,
          bank_name: z.string().nullish(),
        }),
      }),
      z.object({
        type: z.literal('spei'),
        spei: z.object({ ...holder, clabe: url, bank_name: z.string().nullish() }),
      }),
      z.object({
        type: z.literal('zengin'),
        zengin: z.object({
          ...holder,
          bank_code: url,
          bank_name: z.string().nullish(),
          branch_code: url,
          branch_name: z.string().nullish(),
          account_number: url,
          account_type: z.enum(['futsu', 'toza']),
        }),
      }),
      z.object({ type: z.literal('swift') }),
    ]),
  ),
})

const ZENGIN_TYPES = { futsu: 'ORDINARY', toza: 'CURRENT' } as const

/** Returns the first account in the answer to which the customer's bank can make a domestic transfer. */
function transferAccountOf(said: unknown): TransferAccountMessage | null {
  const read = transfer.safeParse(said)
  if (!read.success) return null
  const reference = read.data.reference ?? null
  for (const address of read.data.financial_addresses) {
    switch (address.type) {
      case 'iban': {
        const { account_holder_name, iban, bic = null } = address.iban
        return { kind: 'IBAN', account_name: account_holder_name, reference, iban, bic }
      }
      case 'sort_code': {
        const { account_holder_name, sort_code, account_number } = address.sort_code
        return { kind: 'SORT_CODE', account_name: account_holder_name, reference, sort_code, account_number }
      }
      case 'aba': {
        const { account_holder_name, ...account } = address.aba
        return { kind: 'ABA', account_name: account_holder_name, reference, ...account }
      }
      case 'spei': {
        const { account_holder_name, ...account } = address.spei
        return { kind: 'CLABE', account_name: account_holder_name, reference, ...account }
      }
      case 'zengin': {
        const { account_holder_name, account_type, ...account } = address.zengin
        return {
          kind: 'ZENGIN',
          account_name: account_holder_name,
          reference,
          ...account,
          account_type: ZENGIN_TYPES[account_type],
        }
      }
      case 'swift':
        break
    }
  }
  return null
}
