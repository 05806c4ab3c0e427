import * as z from 'zod'
import {
  PROCESSING_CODE_LIST,
  PROCESSING_CODES,
  RESULT_METHOD_TYPES,
  RETRY_STATUSES,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
} from '../vocabulary/index.ts'
import { bankTransferInstructions } from './bank-transfer.ts'
import { currency, customerData, timestamp } from './common.ts'
import { errorItem } from './errors.ts'

/** A normalized result code. An open set: codes younger than this contract belong to the family of their first digit. */
export const processingCodeText = z.string().meta({
  id: 'ProcessingCode',
  clause: 'transactions#transactions',
  pattern: '^[0-9]{4}$',
  description: PROCESSING_CODE_LIST.map((code) => `${code} ${PROCESSING_CODES[code].message}`).join('; '),
  examples: ['0000', '1004'],
})

/** The provider's response. */
export const processingResult = z
  .object({
    payment_provider_id: z.string().nullable(),
    payment_provider_account_id: z.string().nullable(),
    approval_code: z.string().nullable(),
    reference_number: z.string().nullable(),
    provider_reference: z.string().nullable().optional(),
  })
  .meta({
    id: 'ProcessingResult',
    clause: 'transactions#transactions',
    description: 'The provider’s response.',
  })

/** The payment method of a transaction; card numbers are masked. */
export const paymentMethodData = z
  .object({
    method: z.string().meta({
      description: 'Masked card number, name of an alternative method, or masked account.',
      examples: ['424242******4242'],
    }),
    type: z.string().meta({
      description: 'An open set: new methods may appear.',
      examples: RESULT_METHOD_TYPES.slice(0, 6),
    }),
    brand: z.string().nullable(),
    masked: z.string().nullable(),
    hash: z.string().nullable(),
    token: z.string().nullable().meta({ description: 'Saved payment method id, when a card was saved.' }),
  })
  .meta({
    id: 'PaymentMethodData',
    clause: 'transactions#transactions',
    description: 'The payment method of a transaction, without secrets.',
  })

/** An earlier attempt at another provider. */
export const retryAttempt = z
  .object({
    payment_provider_id: z.string(),
    payment_provider_account_id: z.string(),
    processing_code: z.string(),
    created_at: timestamp,
  })
  .meta({ id: 'RetryAttempt', clause: 'resolution#fallback-routing', description: 'A try at one provider.' })

/** The retries of the transaction at other providers. */
export const retryOptions = z
  .object({
    payment_provider_id: z.string(),
    payment_provider_account_id: z.string(),
    retry_count: z.int32().meta({ description: 'Retries started so far.' }),
    status: z.enum(RETRY_STATUSES),
    data: z.object({ max_retries: z.int32(), attempts: z.array(retryAttempt) }),
  })
  .meta({
    id: 'RetryOptions',
    clause: 'resolution#fallback-routing',
    description: 'The state of a transaction’s fallback routing.',
  })

/** Responses that earlier versions stored for an Idempotency-Key lack this member. */
const laterAmount = z.int().optional()

const restriction = z.boolean().nullable()

/** The operations that the provider still allows on a payment. */
export const may = z
  .object({ capture_several: restriction, increment: restriction, extend: restriction })
  .meta({
    id: 'May',
    clause: 'manage#manage',
    description:
      'The operations that the provider still allows for this payment, as it reported: several captures, a raised amount, a longer hold. Null if it reported nothing.',
  })

/** The captured, refunded and voided amounts of a payment, and the sums of its records. */
export const operations = z
  .object({
    authorized_amount: z.int(),
    approved_amount: laterAmount,
    captured_amount: z.int(),
    refunded_amount: z.int(),
    voided_amount: z.int(),
    open_amount: z.int(),
    final_capture: z.boolean(),
    capture_failed_amount: laterAmount,
    refund_failed_amount: laterAmount,
    returned_amount: laterAmount,
    disputed_amount: laterAmount,
    capture_before: timestamp.optional().meta({
      description: 'The time until which an authorization can be captured; the open amount is voided then.',
    }),
    may: may.optional(),
  })
  .meta({
    id: 'Operations',
    clause: 'transactions#transactions',
    description: 'The state of an approved transaction’s money, in minor units.',
  })

/** A transaction, as answers and events have it. */
export const transactionData = z
  .object({
    retry_options: retryOptions.optional(),
    parent_id: z.string().optional(),
    operations: operations.optional(),
    bank_transfer: bankTransferInstructions.optional(),
    installments: z
      .object({ count: z.int().meta({ description: 'In how many installments the cardholder pays.' }) })
      .optional()
      .meta({ description: 'Present for a payment in installments.' }),
  })
  .meta({
    id: 'TransactionData',
    clause: 'transactions#transactions',
    description: 'Members that only some transactions have.',
  })

const minorUnits = z.int().meta({ format: 'int64', description: 'Minor units.' })

/** The extended transaction record: every member but `payment_link_id` and the two times is always there. */
export const transaction = z
  .object({
    id: z.string(),
    merchant_id: z.string(),
    order_id: z.string(),
    terminal_id: z.string(),
    reference: z.string(),
    description: z.string().nullable(),
    currency,
    amount: minorUnits,
    normalized_amount: z
      .int()
      .meta({ format: 'int64', description: 'The amount rescaled to two decimals, in hundredths.' }),
    customer: customerData,
    customer_ip: z.string().nullable(),
    processing_result: processingResult,
    approved: z.boolean(),
    pending: z.boolean(),
    channel: z.string().meta({ examples: ['ecommerce'] }),
    transaction_type: z.enum(TRANSACTION_TYPES),
    status: z.enum(TRANSACTION_STATUSES),
    payment_method: paymentMethodData,
    redirect_url: z.string().nullable(),
    errors: z.array(errorItem),
    processing_code: processingCodeText.nullable(),
    response_message: z.string().nullable(),
    data: transactionData.nullable(),
    payment_link_id: z.string().nullable().optional().meta({
      description:
        'The payment link that it was paid at; null without one, and for captures, refunds and voids. Answers that were stored without it are repeated without it.',
    }),
    created_at: timestamp.optional().meta({
      description:
        'The time at which the gateway created it. Absent in repeated responses that were stored without it.',
    }),
    updated_at: timestamp.optional().meta({
      description:
        'The time of the last change; of two responses or events, the one with the later time is newer.',
    }),
  })
  .meta({
    id: 'Transaction',
    clause: 'transactions#transactions',
    description: 'A transaction. Every member but `payment_link_id` and the two times is always there.',
  })
