import * as z from 'zod'
import {
  CARD_TRANSACTION_TYPES,
  LANGUAGES,
  LIMITS,
  PAYMENT_LINK_EVENTS,
  PAYMENT_LINK_STATUSES,
} from '../vocabulary/index.ts'
import {
  amount,
  boundedInteger,
  boundedText,
  checkoutAmount,
  checkoutAmountRule,
  currency,
  metadata,
  moment,
  pageQuery,
  patternText,
  sentence,
  sessionOptions,
  sessionTokenization,
  storedMetadata,
  terminalId,
  timestamp,
  webUrl,
} from './common.ts'
import { isRecord, membersRule, MESSAGES, type Problem, rangeProblems } from './rules.ts'

const LANGUAGE_CODES = Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[]

/** The amounts that the shopper may choose from. */
export const amountRange = z
  .strictObject({ min: amount, max: amount })
  .check(
    membersRule(({ min, max }) =>
      typeof min === 'number' && typeof max === 'number' && max < min
        ? rangeProblems(max, min, LIMITS.AMOUNT_MAX_MINOR).map((problem) => ({ ...problem, path: ['max'] }))
        : [],
    ),
  )
  .meta({
    id: 'AmountRange',
    clause: 'payment-links#payment-links',
    description: 'The smallest and the largest amount that the shopper may enter, in minor units.',
  })

function amountProblems({
  amount: fixed,
  amount_range: range,
  transaction_type: type,
}: Readonly<Record<string, unknown>>): Problem[] {
  if (type === 'VERIFY' && isRecord(range))
    return [{ message: 'must be absent when nothing is paid', path: ['amount_range'] }]
  if (fixed === undefined && range === undefined) return [{ message: MESSAGES.required, path: ['amount'] }]
  return fixed !== undefined && isRecord(range)
    ? [{ message: 'must be absent when amount is given', path: ['amount_range'] }]
    : []
}

// With a hyphen and twelve characters it is a reference of 33 characters, within the 40 of cards.
const prefix = patternText(/^[A-Za-z0-9._-]{1,20}$/)

/** A payment link to create. */
export const paymentLinkRequest = z
  .strictObject({
    terminal_id: terminalId,
    currency,
    amount: checkoutAmount
      .optional()
      .meta({ description: 'The amount of every payment; alternatively `amount_range`. 0 with VERIFY.' }),
    amount_range: amountRange
      .optional()
      .meta({ description: 'The shopper enters the amount; or else `amount`.' }),
    transaction_type: z.enum(CARD_TRANSACTION_TYPES),
    description: sentence(1, LIMITS.DESCRIPTION_MAX_CHARS).meta({ description: 'Shown on the page.' }),
    reference_prefix: prefix.optional().meta({
      description:
        'The prefix of its payments’ references, before `-` and twelve characters. Default: `link`.',
    }),
    max_uses: boundedInteger(1, LIMITS.PAYMENT_LINK_USES_MAX).nullable().optional().meta({
      description: 'The maximum number of approved payments. Default: 1; null for any number.',
    }),
    expires_at: moment.optional().meta({
      description: `The time at which the link expires; by default, ${LIMITS.PAYMENT_LINK_LIFETIME_DEFAULT_DAYS} days after its creation, at most ${LIMITS.PAYMENT_LINK_LIFETIME_MAX_DAYS}.`,
    }),
    customer_id: boundedText(1, LIMITS.NAME_MAX_CHARS).optional().meta({
      description:
        'The existing customer whose payments these are. Saved cards are neither shown nor accepted, because anyone can open the link.',
    }),
    tokenization: sessionTokenization.optional(),
    return_url: webUrl.optional().meta({
      description:
        'The address to which the customer returns after every outcome. Without it, the page shows the outcome.',
    }),
    languages: z.array(z.enum(LANGUAGE_CODES)).min(1).max(LANGUAGE_CODES.length).optional().meta({
      description:
        'The languages of the link’s page, the first one shown first. Without it: those of the merchant.',
    }),
    metadata: metadata.optional(),
    options: sessionOptions.optional(),
  })
  .check(membersRule(amountProblems), checkoutAmountRule)
  .meta({
    id: 'PaymentLinkRequest',
    clause: 'payment-links#payment-links',
    description: 'A payment link to create.',
  })

/** A payment link, as its merchant reads it. */
export const paymentLink = z
  .object({
    id: z.string().meta({ description: 'A UUID; it opens nothing.' }),
    status: z.enum(PAYMENT_LINK_STATUSES),
    url: z.string().meta({ description: 'The address of the link’s page. Anyone who has it can pay.' }),
    qr_svg: z.string().meta({ description: '`url` as a QR code, an SVG image.' }),
    terminal_id: z.string(),
    currency,
    amount: z.int().nullable().meta({ description: 'Minor units; null where the shopper enters it.' }),
    amount_range: z
      .object({
        min: z.int().meta({ description: 'Minor units.' }),
        max: z.int().meta({ description: 'Minor units.' }),
      })
      .nullable()
      .meta({ description: 'Null where the amount is fixed.' }),
    transaction_type: z.enum(CARD_TRANSACTION_TYPES),
    description: z.string(),
    reference_prefix: z.string().nullable().meta({ description: 'The prefix in the request.' }),
    max_uses: z.int().nullable().meta({ description: 'Null for any number.' }),
    uses: z.int().meta({ description: 'Approved payments. A refund or a void does not make it fewer.' }),
    uses_in_progress: z.int().meta({
      description: 'Payments that have begun and have no result yet. Each holds a use until it ends.',
    }),
    expires_at: timestamp,
    customer_id: z.string().nullable(),
    tokenization: z
      .object({
        save_card_for_future_payments: z.boolean().meta({ description: 'Saves without asking.' }),
        show_save_card_for_future_payments: z.boolean().meta({ description: 'Shows a checkbox.' }),
      })
      .nullable(),
    return_url: z.string().nullable(),
    languages: z.array(z.string()).nullable(),
    metadata: storedMetadata.nullable(),
    options: sessionOptions.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
    deactivated_at: timestamp.nullable().meta({ description: 'Null unless it was deactivated.' }),
  })
  .meta({
    id: 'PaymentLink',
    clause: 'payment-links#payment-links',
    description: 'An address that shoppers pay at, as often as the merchant allows.',
  })

/** The link's id in a path. */
export const paymentLinkParams = z.object({
  id: z.string().min(1).meta({ description: 'Id of the payment link.' }),
})

/** The filters of the list of payment links. */
export const paymentLinkQuery = z
  .strictObject({
    status: z.enum(PAYMENT_LINK_STATUSES).optional(),
    terminal_id: terminalId.optional(),
    ...pageQuery,
  })
  .meta({
    id: 'PaymentLinkQuery',
    clause: 'payment-links#payment-links',
    description: 'The filters of the list of payment links.',
  })

/** Newest first. */
export const paymentLinkList = z
  .object({ data: z.array(paymentLink), next_cursor: z.string().nullable() })
  .meta({
    id: 'PaymentLinkList',
    clause: 'payment-links#payment-links',
    description: 'A page of payment links, the newest first.',
  })

/** A payment link ended. */
export const paymentLinkEvent = z.object({ event: z.enum(PAYMENT_LINK_EVENTS), data: paymentLink }).meta({
  id: 'PaymentLinkEvent',
  clause: 'payment-links#payment-links',
  description: 'A payment link was used up, expired or was deactivated.',
})
