import * as z from 'zod'

import { LIMITS, RESULT_METHOD_TYPES, TRANSACTION_STATUSES, TRANSACTION_TYPES } from '../vocabulary/index.ts'
import {
  boundedText,
  currency,
  email,
  integerInQuery,
  moment,
  pageQuery,
  patternText,
  terminalId,
} from './common.ts'
import { transaction } from './transaction.ts'

const id = boundedText(1, LIMITS.NAME_MAX_CHARS)

/** The filters of the transaction list. */
export const transactionQuery = z
  .strictObject({
    reference: boundedText(1, LIMITS.PAYMENT_REFERENCE_MAX_CHARS)
      .optional()
      .meta({ description: 'An exact match.' }),
    email: email.optional().meta({ description: 'The customer’s e-mail address; case-insensitive.' }),
    last4: patternText(/^[0-9]{4}$/)
      .optional()
      .meta({ description: 'The last four digits of the card.', examples: ['4242'] }),
    reference_or_last4: boundedText(1, LIMITS.PAYMENT_REFERENCE_MAX_CHARS)
      .optional()
      .meta({
        description: 'Either the reference, or the last four digits of the card.',
        examples: ['4242'],
      }),
    provider_reference: boundedText(1, LIMITS.NAME_MAX_CHARS)
      .optional()
      .meta({ description: 'Any name that a provider has for the payment, exactly.' }),
    status: z.enum(TRANSACTION_STATUSES).optional(),
    transaction_type: z.enum(TRANSACTION_TYPES).optional(),
    payment_method_type: z.enum(RESULT_METHOD_TYPES).optional(),
    terminal_id: terminalId.optional(),
    customer_id: id.optional().meta({ description: 'The `customer.id` of the request.' }),
    parent_id: id.optional().meta({ description: 'Operations on this transaction.' }),
    payment_link_id: id.optional().meta({ description: 'Every payment of a payment link.' }),
    session_id: id.optional().meta({ description: 'Every transaction of a session.' }),
    from: moment.optional().meta({ description: 'Created then or later.' }),
    to: moment.optional().meta({ description: 'Created before.' }),
    amount: integerInQuery(LIMITS.AMOUNT_MIN_MINOR, LIMITS.AMOUNT_MAX_MINOR)
      .optional()
      .meta({ description: 'Exactly, in minor units.' }),
    currency: currency.optional(),
    ...pageQuery,
  })
  .meta({
    id: 'TransactionQuery',
    clause: 'transactions#finding-transactions',
    description: 'The filters of the transaction list.',
  })

/** A page of the list of transactions. */
export const transactionList = z
  .object({
    data: z.array(transaction),
    next_cursor: z.string().nullable().meta({
      description:
        'The cursor of the next page; null on the last page. With several filters, a page may be shorter than its limit, even empty, and still have a next page.',
    }),
  })
  .meta({
    id: 'TransactionList',
    clause: 'transactions#finding-transactions',
    description: 'A page of transactions, the newest first.',
  })
