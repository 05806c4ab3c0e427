import * as z from 'zod'
import { LIMITS, WEBHOOK_FAILURE_CAUSES } from '../vocabulary/index.ts'
import { boundedText } from './common.ts'
import { membersRule } from './rules.ts'

/** A message as a receiver got it. */
export const signatureExplanationRequest = z
  .strictObject({
    subscription_id: boundedText(1, LIMITS.NAME_MAX_CHARS),
    headers: z.record(z.string(), z.string()).meta({
      description:
        'The headers as received, in upper or lower case; only the three of the signature are read.',
    }),
    body: z.string().optional().meta({ description: 'The text that was verified.' }),
    body_base64: z
      .base64()
      .optional()
      .meta({ description: 'Instead of body: its bytes, which no proxy or filter mistakes for anything.' }),
    secret: z
      .string()
      .optional()
      .meta({ description: 'The receiver’s secret, to check whether it is the right one. Never stored.' }),
  })
  .check(
    membersRule(({ body, body_base64: base64 }) =>
      (body === undefined) === (base64 === undefined)
        ? [{ message: 'give one of body and body_base64', path: ['body'] }]
        : [],
    ),
  )
  .meta({
    id: 'SignatureExplanationRequest',
    clause: 'webhooks#webhook-signatures',
    description: 'A webhook message as a receiver got it.',
  })

/** The reason why a message does not verify, and the fix. */
export const signatureExplanation = z
  .object({
    verified: z.boolean(),
    cause: z.enum(WEBHOOK_FAILURE_CAUSES).nullable().meta({ description: 'Null when it verifies.' }),
    message: z.string().meta({ description: 'The problem, with its values.' }),
    fix: z.string().meta({ description: 'The fix.' }),
  })
  .meta({
    id: 'SignatureExplanation',
    clause: 'webhooks#webhook-signatures',
    description: 'Why a webhook message verifies or does not.',
  })
