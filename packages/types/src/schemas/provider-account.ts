import * as z from 'zod'

import { LIMITS } from '../vocabulary/index.ts'
import { boundedText, timestamp } from './common.ts'

/** Whether new attempts go to a provider account. */
export const PROVIDER_ACCOUNT_STATES = ['CLOSED', 'OPEN', 'PAUSED'] as const

const ofProvider = {
  payment_provider_id: boundedText(1, LIMITS.NAME_MAX_CHARS).meta({
    description: 'The provider’s id in the configuration; `3ds-server` for a 3-D Secure server.',
    examples: ['acquirer'],
  }),
  payment_provider_account_id: z
    .string()
    .max(LIMITS.NAME_MAX_CHARS)
    .meta({
      description: 'Your account with it; of a 3-D Secure server its id in the configuration.',
      examples: ['acquirer-eur'],
    }),
}

/** A provider account, and whether it answers. */
export const providerAccount = z
  .object({
    ...ofProvider,
    state: z.enum(PROVIDER_ACCOUNT_STATES).meta({
      description:
        'CLOSED: new attempts go to it. OPEN: it does not answer, so the other routes of a terminal come first. PAUSED: the operator paused it, and no new attempt goes to it.',
    }),
    open_since: timestamp
      .nullable()
      .meta({ description: 'The time at which it stopped responding; null while it responds.' }),
    paused_at: timestamp
      .nullable()
      .meta({ description: 'The time at which the operator paused it; null if it is not paused.' }),
    pause_reason: z.string().nullable().meta({ description: 'The operator’s reason.' }),
    calls_waiting: z.int().meta({
      description: 'The number of calls that wait for an answer in the process that handles this request.',
    }),
    last_answered_at: timestamp.nullable().meta({
      description: 'The time of its last response to that process; null before its first one.',
    }),
  })
  .meta({
    id: 'ProviderAccount',
    clause: 'resolution#provider-health',
    description: 'A provider account, and whether new attempts go to it.',
  })

/** The answer of `GET /api/operator/provider-accounts`. */
export const providerAccountList = z.object({ data: z.array(providerAccount) }).meta({
  id: 'ProviderAccountList',
  clause: 'resolution#provider-health',
  description:
    'Every account that the configuration names, and every other that was called, does not answer or is paused.',
})

/** An operator's decision about a provider account. */
export const providerAccountChange = z
  .strictObject({
    ...ofProvider,
    payment_provider_account_id: boundedText(1, LIMITS.NAME_MAX_CHARS).meta({
      description: 'The account with it.',
      examples: ['acquirer-eur'],
    }),
    reason: boundedText(1, LIMITS.NAME_MAX_CHARS).meta({
      description: 'Why. It is kept in the audit trail.',
      examples: ['Maintenance, ticket 4711'],
    }),
  })
  .meta({
    id: 'ProviderAccountChange',
    clause: 'resolution#provider-health',
    description: 'The account that is paused or resumed, and why.',
  })
