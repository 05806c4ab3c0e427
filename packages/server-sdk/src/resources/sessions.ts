import type { EmbeddedSession, SessionChange, SessionRequest, SessionState } from '@sluice/types'
import type { ApiPromise } from '../http/api-promise.ts'
import type { CallOptions, ReadOptions } from '../http/call-options.ts'
import type { Transport } from '../http/transport.ts'
import type { WholeAmount, WithWholeAmount } from '../whole-amount.ts'

/** Embedded-fields sessions: what a card form on the merchant's page pays. */
export interface Sessions {
  /**
   * Creates a session, which holds its reference from now on and lives for an hour.
   *
   * Make one per try to pay, keep it with the order, and give its `id` to the browser library.
   *
   * @param request - `amount` is in minor units (10000 = 100.00); `reference` has at most 40 characters and is unique
   *   per terminal. A card is saved without asking (`tokenization.save_card_for_future_payments`, which wins) or by a
   *   checkbox in the fields (`show_save_card_for_future_payments`).
   * @throws When a member breaks a rule, or the reference is taken; `errors[].property` names it. {@link ValidationError}
   * @throws When no complete answer arrived: the session may exist, and then its reference is taken. {@link ConnectionError}
   * @see docs/protocol/sessions.md#sessions
   *
   * @example
   * ```ts
   * const session = await client.sessions.create({
   *   terminal_id: 'T00000000001',
   *   reference: 'order-1001',
   *   description: 'Harbour mug',
   *   currency: 'EUR',
   *   amount: 1850,
   *   transaction_type: 'PURCHASE',
   *   return_url: 'https://shop.example/return/1001',
   * })
   * session.status // 'CREATED'
   * ```
   */
  create<const Amount extends number>(
    request: WithWholeAmount<SessionRequest, Amount>,
    options?: CallOptions,
  ): ApiPromise<EmbeddedSession>
  /**
   * Reads a session with its status and the id of its latest transaction.
   *
   * @throws When this merchant has no such session. {@link NotFoundError}
   * @see docs/protocol/sessions.md#sessions
   */
  get(sessionId: string, options?: ReadOptions): ApiPromise<SessionState>
  /**
   * Changes the amount or the description of a session, for embedded fields or a hosted payment page, before its
   * payment begins. A page that shows the earlier amount shows the new one and asks the customer to pay again.
   *
   * @param change - Omitted members stay. `description: null` clears that of a hosted payment page.
   * @throws When a payment has begun, or the session has ended: see `sessionStatus`. {@link ConflictError}
   * @throws When this merchant has no such session. {@link NotFoundError}
   * @see docs/protocol/sessions.md#changing-sessions
   *
   * @example
   * ```ts
   * const session = await client.sessions.update(order.sessionId, { amount: 3100 })
   * session.revision // 2
   * ```
   */
  update<const Amount extends number = number>(
    sessionId: string,
    change: SessionChange & { readonly amount?: WholeAmount<Amount> },
    options?: CallOptions,
  ): ApiPromise<SessionState>
  /**
   * Cancels a session, so that it can no longer be paid. A payment that waits for the customer ends as `CANCELED`,
   * with its webhook; a session without a payment frees its reference. Canceling a session again changes nothing.
   *
   * @throws When a provider is processing the payment, or the session has ended: see `sessionStatus`.
   *   {@link ConflictError}
   * @throws When this merchant has no such session. {@link NotFoundError}
   * @see docs/protocol/sessions.md#changing-sessions
   */
  cancel(sessionId: string, options?: CallOptions): ApiPromise<SessionState>
}

export function createSessions(transport: Transport): Sessions {
  return {
    create: (request, options) => transport.call('createSession', { body: request }, options),
    get: (sessionId, options) => transport.call('getSession', { params: { session_id: sessionId } }, options),
    update: (sessionId, change, options) =>
      transport.call('updateSession', { params: { session_id: sessionId }, body: change }, options),
    cancel: (sessionId, options) =>
      transport.call('cancelSession', { params: { session_id: sessionId } }, options),
  }
}
