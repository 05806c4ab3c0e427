import * as z from 'zod'

import { key, processingCode, shortText } from './members.ts'
import { names } from './names.ts'

/** What became of a key. A decline is an outcome; code 1002 stands for one that is not known yet. */
export const outcome = z.object({
  /** Of the request, so that the answer to another one is noticed. */
  idempotency_key: key,
  ...names,
  processing_code: processingCode,
  /** The acquirer's own words. */
  response_code: shortText(40),
  response_message: shortText(255),
  approval_code: shortText(40).nullable(),
  reference_number: z
    .string()
    .regex(/^[0-9]{12}$/)
    .nullable(),
  /** System trace audit number. */
  systan: z.int().min(0).max(999_999).nullable(),
  /** Whether another provider may be tried after this decline. */
  retryable: z.boolean(),
  /** The network's name of this charge, kept with a card that is saved; later charges name it. */
  network_transaction_id: shortText(64).nullish(),
})

/** How a call ended at the provider. */
export type OutcomeMessage = z.output<typeof outcome>

/** Any answer of status 400 to 499: the request was not executed and will not be. */
export const refusal = z.object({ executed: z.literal(false), reason: shortText(200) })

/** Why the provider refused a message, as a body of HTTP 4xx. */
export type RefusalMessage = z.output<typeof refusal>

/** `reason` of the 409 that a fenced key gets. */
export const FENCED_REASON = 'FENCED'
