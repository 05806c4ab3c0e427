import * as z from 'zod'
import { CARD_TRANSACTION_TYPES, LIMITS, SESSION_STATUSES } from '../vocabulary/index.ts'
import {
  amount,
  cardReference,
  checkoutAmount,
  checkoutAmountRule,
  country,
  currency,
  customerEcho,
  customerInput,
  metadata,
  sessionOptions,
  sessionTokenization,
  storedMetadata,
  terminalId,
  webUrl,
  sentence,
} from './common.ts'

/** The order that a session is created for. */
export const sessionRequest = z
  .strictObject({
    terminal_id: terminalId,
    reference: cardReference,
    description: sentence(1, LIMITS.DESCRIPTION_MAX_CHARS),
    currency,
    amount: checkoutAmount,
    transaction_type: z.enum(CARD_TRANSACTION_TYPES),
    return_url: webUrl.meta({
      description: 'The address to which the customer returns after every outcome.',
    }),
    customer: customerInput.optional().meta({ description: 'Fills in the form.' }),
    country: country.optional(),
    tokenization: sessionTokenization.optional().meta({
      description: 'Whether a payment of this session saves its card: without asking, or by a checkbox.',
    }),
    metadata: metadata.optional(),
    options: sessionOptions.optional(),
  })
  .check(checkoutAmountRule)
  .meta({
    id: 'SessionRequest',
    clause: 'sessions#sessions',
    description: 'A session for embedded fields to make.',
  })

/** The number of changes of a session, so that customers never pay an amount that the page did not show. */
export const sessionRevision = z.int().min(1).meta({
  description: '1 when the session is created; each change of the session adds 1.',
})

/** A merchant's changes of a session whose payment has not begun. */
export const sessionChange = z
  .strictObject({
    amount: amount.optional(),
    description: sentence(1, LIMITS.DESCRIPTION_MAX_CHARS)
      .nullable()
      .optional()
      .meta({ description: 'null clears it; only a hosted payment page may have none.' }),
  })
  .meta({
    id: 'SessionChange',
    clause: 'sessions#sessions',
    description: 'A changed order; omitted members stay unchanged.',
  })

/** The request's members as they were sent, with `id` and `status`. */
export const embeddedSession = z
  .object({
    id: z.string().meta({ description: 'The session id the browser library is started with.' }),
    status: z.enum(SESSION_STATUSES),
    revision: sessionRevision.optional(),
    terminal_id: z.string(),
    reference: z.string(),
    description: z.string(),
    currency,
    amount: z.int().meta({ format: 'int64', description: 'Minor units.' }),
    transaction_type: z.enum(CARD_TRANSACTION_TYPES),
    return_url: z.string(),
    customer: customerEcho.nullable(),
    country: z.string().nullable(),
    metadata: storedMetadata.nullable(),
  })
  .meta({
    id: 'EmbeddedSession',
    clause: 'sessions#sessions',
    description:
      'A session for embedded fields: the request’s members as they were sent, with `id` and `status`.',
  })

/** A session read later, by its merchant. */
export const sessionState = embeddedSession
  .extend({
    revision: sessionRevision,
    description: z.string().nullable().meta({ description: 'A hosted payment page may have none.' }),
    transaction_id: z.string().nullable().meta({ description: 'Its latest transaction, if any.' }),
  })
  .meta({
    id: 'SessionState',
    clause: 'sessions#sessions',
    description: 'A session read later, by its merchant.',
  })

/** The session's id in a path. */
export const sessionParams = z.object({ session_id: z.string().min(1) })
