import * as z from 'zod'
import { LIMITS, TRANS_STATUSES } from '../vocabulary/index.ts'
import { boundedText, wrappedBase64 } from './common.ts'

/** The decoded `action.token`. Members that the step does not need are `null`. */
export const actionToken = z
  .object({
    three_ds_method_url: z.string().nullable(),
    three_ds_server_trans_id: z.string(),
    three_ds_method_notification_url: z.string().nullable(),
    acs_url: z.string().nullable(),
    acs_trans_id: z.string().nullable(),
    message_version: z.string(),
    challenge_window_size: z.string(),
  })
  .meta({
    id: 'ActionToken',
    clause: 'three-ds#action-token',
    description: 'The decoded `action.token`. Members that the step does not need are null.',
  })

const paymentData = boundedText(1, LIMITS.URL_MAX_CHARS).meta({
  description: 'From the action, unchanged.',
})

/** The authentication's id in a path. */
export const requestAuthenticationParams = z.object({
  threeDsServerTransId: z
    .string()
    .min(1)
    .meta({ description: 'The 3DS server transaction id of the action token.' }),
})

/** The result of fingerprinting the device. */
export const requestAuthenticationRequest = z
  .strictObject({
    fingerprint_result: wrappedBase64(1, LIMITS.URL_MAX_CHARS).meta({
      description: 'Base64 of `{"threeDSCompInd":"Y"}`, `"N"` after a time-out, `"U"` without a method URL.',
      examples: ['eyJ0aHJlZURTQ29tcEluZCI6IlkifQ=='],
    }),
    payment_data: paymentData,
  })
  .meta({
    id: 'RequestAuthenticationRequest',
    clause: 'three-ds#fingerprint',
    description: 'The first 3-D Secure step: the device fingerprint is taken.',
  })

/** The outcome of the challenge that the browser received. */
export const completeAuthenticationRequest = z
  .strictObject({
    payment_data: paymentData,
    session_id: boundedText(1, LIMITS.NAME_MAX_CHARS).meta({
      description: 'The action’s session id, or the 3DS server transaction id of the challenge result.',
    }),
    trans_status: z
      .enum(TRANS_STATUSES)
      .meta({ description: 'The reported result of the challenge; a hint only.' }),
  })
  .meta({
    id: 'CompleteAuthenticationRequest',
    clause: 'three-ds#challenge',
    description: 'The second 3-D Secure step: the challenge has ended.',
  })
