import type { DisputeEvent, RecordEvent, TokenizationEvent, TransactionEvent } from '@sluice/types'
import type {
  DisputeEventName,
  RecordEventName,
  TokenizationEventName,
  TransactionEventName,
} from '@sluice/types/vocabulary'
import { isTransactionEvent, type WebhookEvent } from './webhook-event.ts'

/** A branch for each event. `default` is required: events that this package does not know yet go there. */
export type EventBranches<Result = unknown> = {
  readonly [Name in TransactionEventName]?: (event: TransactionEvent) => Result
} & {
  readonly [Name in TokenizationEventName]?: (event: TokenizationEvent) => Result
} & {
  readonly [Name in RecordEventName]?: (event: RecordEvent) => Result
} & {
  readonly [Name in DisputeEventName]?: (event: DisputeEvent) => Result
} & {
  readonly default: (event: WebhookEvent) => Result
}

/** Makes a branch that no event has a compile error: `transaction:aproved` would never be called. */
type NoOtherThan<Names extends PropertyKey, Given> = {
  readonly [Name in Exclude<keyof Given, Names>]: never
}

type ResultOf<Given> = {
  [Name in keyof Given]: Given[Name] extends (event: never) => infer Result ? Result : never
}[keyof Given]

/**
 * Calls the branch of an event. A missing `default` or a misspelt name does not compile.
 *
 * A branch is named by a full event name, which says the type as well as the outcome: an approved refund is no approved
 * purchase. An event with a short name, such as `transaction:approved`, goes to the branch of its payload's type. Every
 * other event goes to `default`. What a transaction means for an order is the question of {@link resolveOrder}.
 *
 * @returns What the branch returns.
 * @see docs/protocol/webhooks.md#webhooks
 *
 * @example
 * ```ts
 * await matchEvent(event, {
 *   'transaction-svc:transaction:refund:approved': ({ payload }) => bookRefund(payload),
 *   'tokenization-webhook:payment-method:tokenized': ({ data }) => keepCard(data),
 *   default: () => undefined,
 * })
 * ```
 */
export function matchEvent<Given extends EventBranches>(
  event: WebhookEvent,
  branches: Given & NoOtherThan<keyof EventBranches, Given>,
): ResultOf<Given> {
  const byName: Readonly<Record<string, ((event: never) => unknown) | undefined>> = branches
  const name = fullNameOf(event)
  // A branch receives what its name promises: EventBranches pairs them.
  const branch = (Object.hasOwn(byName, name) ? byName[name] : undefined) ?? branches.default
  return (branch as (event: WebhookEvent) => ResultOf<Given>)(event)
}

function fullNameOf(event: WebhookEvent): string {
  if (!isTransactionEvent(event) || !event.event.startsWith('transaction:')) return event.event
  const outcome = event.event.slice('transaction:'.length)
  return `transaction-svc:transaction:${String(event.payload.transaction_type).toLowerCase()}:${outcome}`
}
