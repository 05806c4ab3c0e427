import type { PaymentLinkRequest } from '@sluice/types'
import { isCurrency } from '@sluice/types/vocabulary'

import { refuse } from '../app/action.ts'
import { readAmount } from '../payments/read-amount.ts'
import { PAYMENT_LINK_TEXTS as texts } from '../texts/payment-link-texts.ts'
import { notAnAmount } from '../wording/not-an-amount.ts'

const DAY_MS = 86_400_000

/**
 * The typed values.
 *
 * @throws {Refusal} for an amount or a number that is none.
 */
export function readPaymentLink(form: FormData, nowMs: number): PaymentLinkRequest {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const currency = text('currency').toUpperCase()
  // The values of a list are from the contract; the gateway validates the rest, and names the member.
  const type = text('type') as PaymentLinkRequest['transaction_type']
  const amount = type === 'VERIFY' ? { amount: 0 } : readAmounts(text, currency)
  const options = readOptions(text)
  return {
    terminal_id: text('terminal'),
    currency: currency as PaymentLinkRequest['currency'],
    ...amount,
    transaction_type: type,
    description: text('description'),
    max_uses: text('uses') === '' ? null : readNumber(text('uses'), 'max_uses'),
    expires_at: new Date(nowMs + readNumber(text('days'), 'expires_at') * DAY_MS).toISOString(),
    ...(text('return') !== '' && { return_url: text('return') }),
    ...(options !== null && { options }),
  }
}

function readAmounts(
  text: (name: string) => string,
  currency: string,
): Pick<PaymentLinkRequest, 'amount' | 'amount_range'> {
  if (!isCurrency(currency)) refuse('currency', texts.notACurrency)
  const read = (name: string, member: string) =>
    readAmount(text(name), currency) ?? refuse(member, notAnAmount(currency))
  if (text('pricing') === 'FIXED') return { amount: read('amount', 'amount') }
  return { amount_range: { min: read('least', 'amount_range.min'), max: read('most', 'amount_range.max') } }
}

/** Refuses text that is not a number: JSON would contain null, which means an unlimited number of uses. */
function readNumber(typed: string, member: string): number {
  return /^[0-9]{1,6}$/.test(typed) ? Number(typed) : refuse(member, texts.notANumber)
}

type LinkOptions = NonNullable<PaymentLinkRequest['options']>

/** Null if nothing is requested. */
function readOptions(text: (name: string) => string): LinkOptions | null {
  const [count, challenge, exemption] = [text('installments'), text('challenge'), text('exemption')]
  const threeDs = {
    ...(challenge !== '' && { challenge_preference: challenge }),
    ...(exemption !== '' && { exemption }),
  } as NonNullable<LinkOptions['three_ds']>
  const options: LinkOptions = {
    ...(count !== '' && { installments: { max_count: Number(count) } }),
    ...(Object.keys(threeDs).length > 0 && { three_ds: threeDs }),
  }
  return Object.keys(options).length > 0 ? options : null
}
