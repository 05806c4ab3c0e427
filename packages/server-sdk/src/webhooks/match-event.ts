import type { TokenizationEvent, TransactionEvent } from '@sluice/types'
import type { TokenizationEventName, TransactionEventName } from '@sluice/types/vocabulary'
import { isTransactionEvent, type ShortEventName, type WebhookEvent } from './webhook-event.ts'

/** What to do for which event. `default` is required: events that this package does not know yet go there. */
export type EventBranches<Result = unknown> = {
  readonly [Name in TransactionEventName | ShortEventName]?: (event: TransactionEvent) => Result
} & {
  readonly [Name in TokenizationEventName]?: (event: TokenizationEvent) => Result
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
 * Calls the branch of an event. A missing `default` does not compile, nor does a misspelt name.
 *
 * A branch is named by a full event name, or by an outcome of whatever type: `transaction:approved` takes purchases,
 * captures and the rest. The full name goes first. Everything else is for `default`.
 *
 * @returns What the branch returns.
 * @see docs/protocol.md#webhooks
 *
 * @example
 * ```ts
 * await matchEvent(event, {
 *   'transaction-svc:transaction:refund:approved': ({ payload }) => bookRefund(payload),
 *   'transaction:approved': ({ payload }) => settle(payload),
 *   default: () => undefined,
 * })
 * ```
 */
export function matchEvent<Given extends EventBranches>(
  event: WebhookEvent,
  branches: Given & NoOtherThan<keyof EventBranches, Given>,
): ResultOf<Given> {
  const byName: Readonly<Record<string, ((event: never) => unknown) | undefined>> = branches
  const name = namesOf(event).find((candidate) => Object.hasOwn(byName, candidate) && byName[candidate])
  // A branch takes what its name promises: EventBranches pairs them.
  const branch = byName[name ?? 'default'] as (event: WebhookEvent) => ResultOf<Given>
  return branch(event)
}

/** The names that an event goes by, the most telling one first. */
function namesOf(event: WebhookEvent): readonly string[] {
  if (!isTransactionEvent(event)) return [event.event]
  const outcome = event.event.slice(event.event.lastIndexOf(':') + 1)
  const type = String(event.payload.transaction_type).toLowerCase()
  const full = event.event.startsWith('transaction:')
    ? `transaction-svc:transaction:${type}:${outcome}`
    : event.event
  return [full, `transaction:${outcome}`]
}
