import * as z from 'zod'
import { ACTION_TYPES } from '../vocabulary/index.ts'
import { transaction } from './transaction.ts'

/** An action that the browser has to execute for 3-D Secure. */
export const actionRequired = z
  .object({
    transaction_id: z.string(),
    session_id: z.string(),
    type: z.enum(ACTION_TYPES),
    token: z.string().meta({ description: 'Base64 of the JSON action token.' }),
    payment_data: z.string().meta({ description: 'Opaque; sent back unchanged with the next step.' }),
  })
  .meta({
    id: 'ActionRequired',
    clause: 'three-ds#three-ds',
    description: 'The customer’s browser has to take a 3-D Secure step.',
  })

/** An address that the browser has to open. */
export const redirect = z
  .object({
    transaction_id: z.string(),
    session_id: z.string(),
    url: z.string(),
    full_page: z.literal(true).optional().meta({
      description: 'Present if the page cannot be shown in a frame.',
    }),
  })
  .meta({
    id: 'Redirect',
    clause: 'transactions#transactions',
    description: 'The customer has to be sent to `url`.',
  })

/** A form that the browser has to send. */
export const formSubmit = z
  .object({
    transaction_id: z.string(),
    session_id: z.string(),
    url: z.string(),
    data: z.record(z.string(), z.string()),
  })
  .meta({
    id: 'FormSubmit',
    clause: 'transactions#transactions',
    description: 'A form with the fields of `data` has to be posted to `url`.',
  })

/** The answer of every endpoint that executes a transaction. Exactly one member is set, the others are `null`. */
export const envelope = z
  .object({
    result: transaction.nullable(),
    action: actionRequired.nullable(),
    redirect: redirect.nullable(),
    form_submit: formSubmit.nullable(),
  })
  .meta({
    id: 'Envelope',
    clause: 'transactions#transactions',
    description: 'Exactly one member is set, the others are null.',
  })
