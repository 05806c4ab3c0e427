import type { PaymentLinkRequest } from '@sluice/types'

import { readAmount } from '../payments/read-amount.ts'

const DAY_MS = 86_400_000

/** The typed values; null if an amount is invalid. */
export function readPaymentLink(form: FormData, nowMs: number): PaymentLinkRequest | null {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const currency = text('currency').toUpperCase()
  // The values of a list are from the contract; the gateway validates the rest, and names the member.
  const type = text('type') as PaymentLinkRequest['transaction_type']
  const amount = type === 'VERIFY' ? { amount: 0 } : readAmounts(text, currency)
  if (amount === null) return null
  const options = readOptions(text)
  return {
    terminal_id: text('terminal'),
    currency: currency as PaymentLinkRequest['currency'],
    ...amount,
    transaction_type: type,
    description: text('description'),
    max_uses: text('uses') === '' ? null : Number(text('uses')),
    expires_at: new Date(nowMs + Number(text('days')) * DAY_MS).toISOString(),
    ...(text('return') !== '' && { return_url: text('return') }),
    ...(options !== null && { options }),
  }
}

function readAmounts(
  text: (name: string) => string,
  currency: string,
): Pick<PaymentLinkRequest, 'amount' | 'amount_range'> | null {
  const [amount, min, max] = ['amount', 'least', 'most'].map((name) => readAmount(text(name), currency))
  if (text('amount') !== '') return typeof amount === 'number' ? { amount } : null
  return typeof min === 'number' && typeof max === 'number' ? { amount_range: { min, max } } : null
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
