import * as z from 'zod'

import { key, movement, payment, shortText } from './members.ts'
import { namesWhileAwaited } from './names.ts'
import { outcome } from './outcome.ts'
import { prepared } from './preparation.ts'
import { webUrl } from './web-url.ts'

const text = z.string()

/** `POST /orders`: a payment or payout that is confirmed elsewhere. */
export const order = z.object({
  ...movement,
  ...payment,
  prepared,
  /** The method: `partner-blik`, `provider-redirect-ali`, `payment_upi`, `payout_upi`. */
  type: text,
  /** WITHDRAWAL is a payout. */
  direction: z.enum(['DEPOSIT', 'WITHDRAWAL']),
  /** ISO 3166-1, two letters. */
  country: text.nullable(),
  /** The merchant as the customer knows it. */
  merchant_name: text.nullable(),
  /** What the method itself was given: `blik_code`, `vpa`. */
  method_data: z.record(z.string(), z.unknown()),
  /** Who a payout goes to; null for a payment. */
  beneficiary: z
    .object({
      account_number: text,
      account_name: text,
      ifsc: text.nullable(),
      bank_code: text.nullable(),
      bank_name: text.nullable(),
      bank_branch: text.nullable(),
      bank_address: text.nullable(),
      bank_city: text.nullable(),
      bank_state: text.nullable(),
      mobile: text.nullable(),
    })
    .nullable(),
  /**
   * Where the provider sends the customer's browser when the page is done, after every outcome; null without a browser.
   */
  return_url: text.nullable(),
  /** After how long the gateway gives the order up; null: when the provider says so. */
  expires_in_seconds: z.int().positive().nullable(),
  /** Where reports go. */
  callback_url: text,
})

/** A payment or payout that is confirmed at the provider. */
export type OrderMessage = z.output<typeof order>

/** Answer of `POST /orders`. */
export const orderAnswer = z.discriminatedUnion('result', [
  /** Decided; or code 1002, and the outcome will be reported or asked for. */
  z.object({ result: z.literal('OUTCOME'), outcome }),
  /** The customer confirms on the provider's page. */
  z.object({
    result: z.literal('REDIRECT'),
    idempotency_key: key,
    redirect_url: webUrl,
    ...namesWhileAwaited,
  }),
  /** The customer transfers the money; the page shows how. */
  z.object({
    result: z.literal('BANK_TRANSFER'),
    idempotency_key: key,
    redirect_url: webUrl,
    bank_transfer: z.object({
      account_name: shortText(140),
      iban: shortText(34),
      bic: shortText(11),
      reference: shortText(140),
    }),
    ...namesWhileAwaited,
  }),
])

/** What the provider answers to an order. */
export type OrderAnswerMessage = z.output<typeof orderAnswer>
