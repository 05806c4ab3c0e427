import * as z from 'zod'
import { LIMITS, MANAGE_TYPES } from '../vocabulary/index.ts'
import { amount, boundedText, currency, paymentReference, terminalId, textMetadata } from './common.ts'

/** An operation on a transaction. */
export const manageRequest = z
  .strictObject({
    terminal_id: terminalId,
    currency,
    amount,
    reference: paymentReference.meta({ description: 'The original transaction’s reference.' }),
    transaction_type: z.enum(MANAGE_TYPES),
    parent_transaction_id: boundedText(1, LIMITS.NAME_MAX_CHARS).optional().meta({
      description: 'The transaction to run against; without it, the only suitable one of the reference.',
    }),
    metadata: textMetadata.optional(),
    options: z
      .strictObject({
        final_capture: z.boolean().optional().meta({
          description: 'True by default: a partial capture releases the rest. False keeps the rest open.',
        }),
      })
      .optional(),
  })
  .meta({
    id: 'ManageRequest',
    clause: 'manage#manage',
    description: 'A capture, refund, void, increment or extension of an earlier transaction.',
  })
