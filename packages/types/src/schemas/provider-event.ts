import * as z from 'zod'

import { LIMITS, UNAPPLIED_EVENT_STATES } from '../vocabulary/index.ts'
import { boundedText, timestamp } from './common.ts'

const state = z.enum(UNAPPLIED_EVENT_STATES).meta({
  description:
    'WAITING: it is applied later. BROKEN: applying it failed five times. FOREIGN: it belongs to another installation or environment. IGNORED: the gateway has no use for it, or it contradicts its call.',
})

const provider = {
  payment_provider_id: z
    .string()
    .meta({ description: 'The provider’s id in the configuration.', examples: ['acquirer'] }),
}

/** An event of a provider that was not applied. */
export const providerEvent = z
  .object({
    ...provider,
    payment_provider_account_id: z.string().meta({ description: 'The account that the event names.' }),
    event_id: z.string().meta({ description: 'The provider’s id of the event.' }),
    kind: z.string().meta({ description: 'OUTCOME, RECORD or OTHER.', examples: ['RECORD'] }),
    state,
    transaction_id: z.string().nullable().meta({ description: 'Null while its payment is unknown.' }),
    tries: z.int().meta({ description: 'The number of attempts to apply it.' }),
    failures: z.int().meta({ description: 'The number of failed attempts to apply it.' }),
    occurred_at: timestamp,
    received_at: timestamp,
    next_try_at: timestamp.nullable().meta({ description: 'Null if it is not applied again.' }),
    has_payload: z
      .boolean()
      .meta({ description: 'False once its payload was erased; then it cannot be applied.' }),
  })
  .meta({
    id: 'ProviderEvent',
    clause: 'resolution#provider-events',
    description: 'An event of a provider that was not applied.',
  })

/** The answer of `GET /api/operator/provider-events`. */
export const providerEventList = z
  .object({
    counts: z
      .array(
        z.object({
          ...provider,
          state,
          count: z.int().meta({ description: 'At most 10,000 are counted.' }),
        }),
      )
      .meta({ description: 'The number of events of each provider in each state.' }),
    data: z.array(providerEvent).meta({ description: 'The newest 100 of the requested state.' }),
  })
  .meta({
    id: 'ProviderEventList',
    clause: 'resolution#provider-events',
    description: 'Events by provider and state, and the newest of one state.',
  })

/** The query of `GET /api/operator/provider-events`. */
export const providerEventQuery = z.strictObject({
  state: z
    .enum(UNAPPLIED_EVENT_STATES)
    .default('BROKEN')
    .meta({ description: 'The state of the listed events; BROKEN by default.' }),
})

/** An operator's request to apply a broken event again. */
export const providerEventRetry = z
  .strictObject({
    payment_provider_id: boundedText(1, LIMITS.NAME_MAX_CHARS).meta({
      description: 'The provider’s id in the configuration.',
      examples: ['acquirer'],
    }),
    payment_provider_account_id: boundedText(1, LIMITS.NAME_MAX_CHARS).meta({
      description: 'The account that the event names.',
      examples: ['acquirer-eur'],
    }),
    event_id: boundedText(1, LIMITS.NAME_MAX_CHARS).meta({
      description: 'The provider’s id of the event.',
      examples: ['evt_123'],
    }),
    reason: boundedText(1, LIMITS.NAME_MAX_CHARS).meta({
      description: 'Why. It is kept in the audit trail.',
      examples: ['The database is repaired, ticket 4711'],
    }),
  })
  .meta({
    id: 'ProviderEventRetry',
    clause: 'resolution#provider-events',
    description: 'The broken event that is applied again, and why.',
  })
