import * as z from 'zod'
import { LIMITS, WEBHOOK_DELIVERY_STATUSES } from '../vocabulary/index.ts'
import { boundedText, moment, pageQuery, timestamp } from './common.ts'
import { lengthProblems, membersRule, MESSAGES, rule } from './rules.ts'

const id = boundedText(1, LIMITS.NAME_MAX_CHARS)

const deliveryMembers = {
  id: z.string(),
  webhook_id: z.string().meta({ description: 'The header of every attempt, by which a receiver knows it.' }),
  event: z.string().meta({ examples: ['transaction-svc:transaction:purchase:approved'] }),
  transaction_id: z.string().nullable(),
  subscription_id: z.string(),
  status: z.enum(WEBHOOK_DELIVERY_STATUSES),
  attempt_count: z.int(),
  next_attempt_at: timestamp.nullable().meta({ description: 'While it is DUE.' }),
  last_attempt_at: timestamp.nullable(),
  last_status: z
    .int()
    .nullable()
    .meta({ description: 'The HTTP status of the last answer; null without one.' }),
  delivered_at: timestamp.nullable(),
  created_at: timestamp,
}

/** One event on its way to one subscription. */
export const webhookDelivery = z.object(deliveryMembers).meta({
  id: 'WebhookDelivery',
  clause: 'webhooks#webhook-deliveries',
  description: 'One event on its way to one subscription.',
})

/** Newest first. */
export const webhookDeliveryList = z
  .object({ deliveries: z.array(webhookDelivery), next_cursor: z.string().nullable() })
  .meta({
    id: 'WebhookDeliveryList',
    clause: 'webhooks#webhook-deliveries',
    description: 'A page of deliveries, the newest first.',
  })

/** One attempt to deliver an event. */
export const webhookAttempt = z
  .object({
    number: z.int(),
    started_at: timestamp,
    duration_ms: z.int(),
    status: z.int().nullable().meta({ description: 'The HTTP status; null when no answer came.' }),
    error: z.string().nullable().meta({ description: 'Why it counts as failed.' }),
    response_excerpt: z
      .string()
      .nullable()
      .meta({
        description: `The first ${LIMITS.WEBHOOK_RESPONSE_EXCERPT_MAX_BYTES} bytes of the answer.`,
      }),
  })
  .meta({
    id: 'WebhookAttempt',
    clause: 'webhooks#webhook-deliveries',
    description: 'One attempt to send a delivery.',
  })

/** A delivery with its attempts. */
export const webhookDeliveryDetail = z
  .object({
    ...deliveryMembers,
    payload: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The payload, as JSON; its compact form is sent.' }),
    attempts: z.array(webhookAttempt).meta({ description: 'The oldest first.' }),
  })
  .meta({
    id: 'WebhookDeliveryDetail',
    clause: 'webhooks#webhook-deliveries',
    description: 'A delivery with its payload and its attempts.',
  })

/** The delivery's id in a path. */
export const webhookDeliveryParams = z.object({ delivery_id: z.string().min(1) })

/** The filters of the delivery list. */
export const webhookDeliveryQuery = z
  .strictObject({
    subscription_id: id.optional(),
    status: z.enum(WEBHOOK_DELIVERY_STATUSES).optional(),
    event: id.optional().meta({ description: 'The full name.' }),
    transaction_id: id.optional(),
    from: moment.optional().meta({ description: 'Created then or later.' }),
    to: moment.optional().meta({ description: 'Created before.' }),
    ...pageQuery,
  })
  .meta({
    id: 'WebhookDeliveryQuery',
    clause: 'webhooks#webhook-deliveries',
    description: 'The filters of the delivery list.',
  })

const REPLAY_FORMS = 'give one of delivery_ids, from with to, and failed'

/** Selects the deliveries to send again: by id, by time range, or all that failed. */
export const webhookReplayRequest = z
  .strictObject({
    delivery_ids: z
      .array(id)
      .check(
        rule((value) =>
          Array.isArray(value) ? lengthProblems(value.length, 1, LIMITS.WEBHOOK_REPLAY_MAX_IDS) : [],
        ),
      )
      .optional()
      .meta({ minItems: 1, maxItems: LIMITS.WEBHOOK_REPLAY_MAX_IDS }),
    from: moment.optional().meta({ description: 'Created then or later.' }),
    to: moment.optional().meta({ description: 'Created before.' }),
    failed: z.literal(true).optional().meta({
      description: 'All abandoned deliveries, FAILED and CANCELED; `from`, `to` or both may restrict them.',
    }),
    subscription_id: id.optional().meta({ description: 'Only of this one; not with delivery_ids.' }),
  })
  .check(
    membersRule((members) => {
      const { delivery_ids: ids, from, to, failed, subscription_id: subscriptionId } = members
      const isRange = from !== undefined || to !== undefined
      const forms = [ids !== undefined, isRange || failed !== undefined].filter(Boolean).length
      if (forms !== 1) return [{ message: REPLAY_FORMS, path: ['delivery_ids'] }]
      if (ids !== undefined && subscriptionId !== undefined)
        return [{ message: 'does not go with delivery_ids', path: ['subscription_id'] }]
      if (!isRange) return []
      // With `failed`, one end of the range is enough.
      if (failed === undefined && (from === undefined || to === undefined))
        return [{ message: MESSAGES.required, path: [from === undefined ? 'from' : 'to'] }]
      if (from === undefined || to === undefined) return []
      return isAfter(to, from) ? [] : [{ message: 'must be after from', path: ['to'] }]
    }),
  )
  .meta({
    id: 'WebhookReplayRequest',
    clause: 'webhooks#webhook-deliveries',
    description: 'Selects the deliveries to send again: by id, by time range, or all that failed.',
  })

/** Times that cannot be read were refused by their own schemas. */
function isAfter(later: unknown, earlier: unknown): boolean {
  const difference = Date.parse(String(later)) - Date.parse(String(earlier))
  return Number.isNaN(difference) || difference > 0
}

/** The number of deliveries that are sent again. */
export const webhookReplay = z
  .object({
    replayed: z.int(),
    has_more: z.boolean().meta({
      description: `Whether more than ${LIMITS.WEBHOOK_REPLAY_MAX_DELIVERIES} were meant; the oldest go first.`,
    }),
  })
  .meta({ id: 'WebhookReplay', clause: 'webhooks#webhook-deliveries', description: 'What is sent again.' })

const changes = z.record(z.string(), z.unknown()).optional().meta({
  description:
    'Members to replace, at any depth; objects are merged, everything else is replaced. Without it, the event is sent unchanged.',
})

/** The message that a test resends. */
export const webhookResendRequest = z.strictObject({ changes }).meta({
  id: 'WebhookResendRequest',
  clause: 'webhooks#webhook-deliveries',
  description: 'A delivery to send again, with or without changes.',
  examples: [{ changes: { payload: { status: 'DECLINED' } } }],
})

/** The payment whose event a test sends to a subscription. */
export const webhookTestMessageRequest = z
  .strictObject({
    transaction_id: id.meta({
      description: 'A transaction of the merchant that is final: its last event is the message.',
    }),
    changes,
  })
  .meta({
    id: 'WebhookTestMessageRequest',
    clause: 'events#webhook-laboratory',
    description: 'The event of a transaction, changed or as it is.',
    examples: [{ transaction_id: '019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b13' }],
  })
