import * as z from 'zod'
import { LIMITS } from '../vocabulary/index.ts'
import { boundedText } from './common.ts'

/** Identifies the transaction, and its merchant, that an operator resolves. */
const ofMerchant = {
  merchant_id: boundedText(1, LIMITS.NAME_MAX_CHARS).meta({
    description: 'The merchant’s id, or its `id` in the configuration file.',
  }),
  transaction_id: boundedText(1, LIMITS.NAME_MAX_CHARS),
}

/** A person's decision about a transaction on hold. */
export const decisionRequest = z
  .strictObject({
    ...ofMerchant,
    outcome: z.enum(['APPROVED', 'DECLINED']).meta({
      description: 'The outcome that a person established at the provider: DECLINED if nothing was executed.',
    }),
    reason: boundedText(1, LIMITS.NAME_MAX_CHARS).meta({
      description: 'The source of the outcome. The audit trail stores it.',
    }),
    provider_reference: boundedText(1, LIMITS.NAME_MAX_CHARS).optional().meta({
      description:
        'The provider’s own reference of the payment, as found there: captures, refunds and voids of the payment need it where no answer named it.',
    }),
  })
  .meta({
    id: 'DecisionRequest',
    clause: 'resolution#decisions',
    description: 'The outcome of a transaction whose provider does not report it.',
  })

/** A transaction whose provider the gateway queries again. */
export const questionRequest = z.strictObject(ofMerchant).meta({
  id: 'QuestionRequest',
  clause: 'resolution#decisions',
  description: 'A transaction whose provider the gateway will query again.',
})
