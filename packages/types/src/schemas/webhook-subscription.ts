import * as z from 'zod'
import {
  LIMITS,
  WEBHOOK_DISABLED_REASONS,
  WEBHOOK_EVENTS,
  WEBHOOK_FILTERS,
  WEBHOOK_SUBSCRIPTION_STATUSES,
} from '../vocabulary/index.ts'
import { boundedInteger, boundedText, timestamp, webUrl } from './common.ts'
import { lengthProblems, rangeProblems, rule } from './rules.ts'

/** A probability from 0 to 1; `true` means always. */
const rate = z
  .preprocess(
    (value) => (typeof value === 'boolean' ? Number(value) : value),
    z.number().check(rule((value) => (typeof value === 'number' ? rangeProblems(value, 0, 1) : []))),
  )
  .meta({ description: 'From 0 (never) to 1 (always); `false` is 0, `true` is 1.' })

/** Faults that a subscription's deliveries get, for tests of receivers. */
export const webhookLaboratory = z
  .object({
    duplicate: z.number().meta({ description: 'The share of messages that is sent twice.' }),
    reorder: z.number().meta({ description: 'The share that is held back until a later one was sent.' }),
    drop: z.number().meta({ description: 'The share that is never sent, although it counts as delivered.' }),
    delay_seconds: z.int().meta({ description: 'By the clock of the sandbox.' }),
    seed: z.string().nullable().meta({ description: 'The same seed decides alike for the same messages.' }),
  })
  .meta({
    id: 'WebhookLaboratory',
    clause: 'events#webhook-laboratory',
    description: 'Injected faults. Test environment only.',
  })

/** The faults to inject; without members there are none. */
export const webhookLaboratoryRequest = z
  .strictObject({
    duplicate: rate.optional(),
    reorder: rate.optional(),
    drop: rate.optional(),
    delay_seconds: boundedInteger(0, LIMITS.WEBHOOK_LABORATORY_DELAY_MAX_SECONDS).optional(),
    seed: boundedText(1, LIMITS.NAME_MAX_CHARS).optional(),
  })
  .meta({
    id: 'WebhookLaboratoryRequest',
    clause: 'events#webhook-laboratory',
    description: 'Omitted faults are off; an empty object switches all of them off.',
  })

const subscriptionMembers = {
  id: z.string(),
  url: z.string(),
  filters: z.array(z.string()).meta({ description: 'Event names and short filters.' }),
  status: z.enum(WEBHOOK_SUBSCRIPTION_STATUSES),
  disabled_reason: z.enum(WEBHOOK_DISABLED_REASONS).nullable(),
  disabled_at: timestamp.nullable(),
  failing_since: timestamp.nullable().meta({
    description:
      'The first failure after the last success, at the present address; null while deliveries succeed.',
  }),
  previous_secret_valid_until: timestamp.nullable().meta({
    description: 'Until then messages are signed with the previous secret too.',
  }),
  laboratory: webhookLaboratory.nullable(),
}

/** The destination of a merchant’s events, without its secret. */
export const webhookSubscription = z.object(subscriptionMembers).meta({
  id: 'WebhookSubscription',
  clause: 'webhooks#webhook-subscriptions',
  description: 'A subscription, without its secret.',
})

/** The subscriptions of a merchant. */
export const webhookSubscriptionList = z.object({ subscriptions: z.array(webhookSubscription) }).meta({
  id: 'WebhookSubscriptionList',
  clause: 'webhooks#webhook-subscriptions',
  description: 'All subscriptions of a merchant.',
})

/** The subscription's id in a path. */
export const webhookSubscriptionParams = z.object({ subscription_id: z.string().min(1) })

const filters = z
  .array(z.enum([...WEBHOOK_FILTERS, ...WEBHOOK_EVENTS]))
  .check(
    rule((value) => (Array.isArray(value) ? lengthProblems(value.length, 1, WEBHOOK_EVENTS.length) : [])),
  )

/** The address and the events of a new subscription. */
export const webhookSubscriptionRequest = z
  .strictObject({
    url: webUrl,
    filters: filters
      .optional()
      .meta({ description: 'Without it every transaction event and tokenized cards.' }),
  })
  .meta({
    id: 'WebhookSubscriptionRequest',
    clause: 'webhooks#webhook-subscriptions',
    description: 'The new subscription.',
  })

/** The changed members of a subscription. */
export const webhookSubscriptionChange = z
  .strictObject({
    url: webUrl.optional(),
    filters: filters.optional().meta({ description: 'Replaces all filters of the subscription.' }),
  })
  .meta({
    id: 'WebhookSubscriptionChange',
    clause: 'webhooks#webhook-subscriptions',
    description: 'The new address or filters; a member that is left out stays as it is.',
  })

const secret = z
  .string()
  .meta({ description: '`whsec_` and Base64. Shown this once.', examples: ['whsec_…'] })

/** A subscription that was made; its secret is shown this once. */
export const webhookSubscriptionCreated = z.object({ ...subscriptionMembers, secret }).meta({
  id: 'WebhookSubscriptionCreated',
  clause: 'webhooks#webhook-subscriptions',
  description: 'A subscription, with its secret.',
})

/** The new secret of a subscription, shown this once. */
export const webhookSecretRotation = z.object({ secret, previous_secret_valid_until: timestamp }).meta({
  id: 'WebhookSecretRotation',
  clause: 'webhooks#webhook-subscriptions',
  description: 'A new secret; the old one signs for a day more.',
})
