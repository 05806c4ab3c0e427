import * as z from 'zod'
import {
  INITIATORS,
  TOKENIZATION_EVENTS,
  TRANSACTION_EVENTS,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
} from '../vocabulary/index.ts'
import { storedMetadata } from './common.ts'
import { paymentLinkEvent } from './payment-link.ts'
import { disputeEvent, recordEvent } from './record.ts'

const optionalText = z.string().nullable().optional()
const optionalInteger = z.int().nullable().optional()

/** The transaction in an event. */
export const transactionEventPayload = z
  .object({
    id: z.string(),
    merchant_id: z.string(),
    terminal_id: z.string(),
    order_id: z.string(),
    reference: z.string(),
    currency: z.string(),
    amount: z.int().meta({ description: 'Minor units.' }),
    transaction_type: z.enum(TRANSACTION_TYPES),
    processing_code: z.string(),
    status: z.enum(TRANSACTION_STATUSES),
    created_at: z.iso.datetime({ offset: true }),
    updated_at: z.iso
      .datetime({ offset: true })
      .meta({ description: 'Orders deliveries, which may overtake each other.' }),
    payment_link_id: optionalText.meta({ description: 'The payment link that it was paid at.' }),
    description: optionalText,
    response_message: optionalText,
    approval_code: optionalText,
    reference_number: optionalText,
    parent_id: optionalText.meta({ description: 'The transaction a capture, refund or void belongs to.' }),
    transaction_initiated_by: z.enum(INITIATORS).nullable().optional(),
    payment_provider_response_code: optionalText,
    payment_provider_response_message: optionalText,
    customer_id: optionalText,
    outgoing_currency: optionalText,
    payment_method_method: optionalText,
    payment_method_hash: optionalText,
    payment_method_type: optionalText,
    payment_method_brand: optionalText,
    payment_method_masked: optionalText,
    payment_method_token: optionalText.meta({
      description: 'Null here: the token comes with the tokenization event.',
    }),
    customer_first_name: optionalText,
    customer_last_name: optionalText,
    customer_address: optionalText,
    customer_city: optionalText,
    customer_country: optionalText,
    customer_postal_code: optionalText,
    customer_email: optionalText,
    customer_phone_number: optionalText,
    authentication_status: optionalText.meta({ description: 'The final 3-D Secure status letter.' }),
    metadata: storedMetadata.nullable().optional(),
    systan: optionalInteger,
    authentication_level: optionalInteger.meta({ description: 'ECI.' }),
    normalized_amount: optionalInteger,
    outgoing_amount: optionalInteger,
    payment_method_expiry: z.iso
      .date()
      .nullable()
      .optional()
      .meta({ description: 'Last day of the expiry month.' }),
    installments: z
      .object({ count: z.int().meta({ description: 'The number of installments.' }) })
      .optional()
      .meta({ description: 'Only for a payment in installments.' }),
  })
  .meta({
    id: 'TransactionEventPayload',
    clause: 'webhooks#webhooks',
    description: 'The transaction as it stood when it became final.',
  })

// Merchants' guides also mention these; a receiver treats them like the long ones.
const SHORT_TRANSACTION_EVENTS = [
  'transaction:approved',
  'transaction:declined',
  'transaction:canceled',
  'transaction:session-expired',
  'transaction:invalid',
] as const

/** A transaction became final. */
export const transactionEvent = z
  .object({
    event: z.enum([...TRANSACTION_EVENTS, ...SHORT_TRANSACTION_EVENTS]),
    payload: transactionEventPayload,
  })
  .meta({ id: 'TransactionEvent', clause: 'webhooks#webhooks', description: 'A transaction became final.' })

/** A card was saved, or a saved card was deleted. */
export const tokenizationEvent = z
  .object({
    event: z.enum(TOKENIZATION_EVENTS),
    data: z.object({
      payment_method_id: z.string(),
      payment_method_type: z.string().meta({ examples: ['CARD'] }),
      card_brand: z.string(),
      card_bin: z.string(),
      card_last_4: z.string(),
      card_masked: z.string(),
      card_exp_month: z.int(),
      card_exp_year: z.int(),
      customer_id: z.string().nullable(),
      transaction_id: z.string().nullable(),
    }),
  })
  .meta({
    id: 'TokenizationEvent',
    clause: 'webhooks#webhooks',
    description: 'A card was saved, or a saved card was deleted.',
  })

/** An event, as a webhook carries it. */
export const webhookEvent = z
  .union([transactionEvent, tokenizationEvent, paymentLinkEvent, recordEvent, disputeEvent])
  .meta({ id: 'WebhookEvent', clause: 'webhooks#webhooks', description: 'The body of a webhook message.' })
