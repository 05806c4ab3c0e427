import type { EventMessage, OutcomeMessage } from '@sluice/provider-protocol'

/** A request to the callback address of a provider, as received. */
export interface CallbackRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly rawBody: Uint8Array
  readonly query: Readonly<Record<string, unknown>>
  /** `accountId` is null at the address without an account. */
  readonly path: { readonly providerId: string; readonly accountId: string | null }
}

/** The inputs that reading an event may use. */
export interface EventContext {
  /** The secrets with which the provider may sign; several during a rotation. */
  readonly secrets: readonly string[]
  /** The current time, in epoch milliseconds. */
  readonly now: number
  /** The provider's configured accounts. */
  readonly accounts: readonly string[]
}

type OutcomeEvent = Extract<EventMessage, { readonly kind: 'OUTCOME' }>
type OtherEvent = Exclude<EventMessage, OutcomeEvent>

/**
 * An event of the provider protocol, except that an outcome may identify its call by the provider's references
 * alone.
 */
export type ConnectorEvent =
  | OtherEvent
  | (Omit<OutcomeEvent, 'outcome'> & {
      readonly outcome: Omit<OutcomeMessage, 'idempotency_key'> & { readonly idempotency_key: string | null }
      /** References of the payment that the call belongs to. */
      readonly parent_refs?: readonly string[]
    })

/** The result of reading a request to the callback address. */
export type EventReading =
  | {
      readonly kind: 'events'
      /** The events. Either all of them are stored, or none. */
      readonly events: readonly ConnectorEvent[]
      /** The response that the provider expects once they are stored. */
      readonly acknowledgement: {
        readonly status: 200 | 202
        readonly contentType: string
        readonly text: string
      }
    }
  /** The request is not authenticated: nothing proves that the provider sent it. */
  | { readonly kind: 'refused' }
  /** The provider signed it, but its content violates the expected format. */
  | { readonly kind: 'unreadable'; readonly status: 400 | 422; readonly reason: string }

/** Verifies a request to a callback address over its raw bytes, and reads its events. It is pure. */
export type ReadEvents = (request: CallbackRequest, context: EventContext) => EventReading
