import type {
  AuthorizeRequest,
  Envelope,
  ManageRequest,
  PaymentRequest,
  PayoutRequest,
  StatusFound,
  StatusNotFound,
  Timeline,
  TransactionRecordList,
  Transaction,
  TransactionList,
  TransactionQuery,
} from '@sluice/types'
import type { ManageType } from '@sluice/types/vocabulary'
import type { Settings } from '../client-options.ts'
import { type ApiPromise, toApiPromise } from '../http/api-promise.ts'
import type { CallOptions, ReadOptions } from '../http/call-options.ts'
import { type PagePromise, toPagePromise } from '../http/page-promise.ts'
import type { Transport } from '../http/transport.ts'
import { type AwaitFinal, createAwaitFinal } from '../transactions-await-final.ts'
import type { WholeAmount, WithWholeAmount } from '../whole-amount.ts'
import {
  type CaptureFollowUp,
  type FollowUp,
  followUpRequest,
  type IncrementFollowUp,
  type OriginalPayment,
} from './follow-ups.ts'

/** `found: false` is an answer: the id is unknown, or its session has no transaction yet. */
export type TransactionStatusAnswer = StatusFound | StatusNotFound

/** Transactions: one attempt each to move or reserve money. */
export interface Transactions {
  /**
   * Starts a card authorization and returns the execution envelope; pass it to {@link nextStep}.
   *
   * A refusal by the issuer is a normal answer (`result.status` is `DECLINED`, branch on `result.processing_code`); it
   * does not throw. Tried again only when the request certainly did not leave, or with `retryUnsafe`: the gateway does a
   * request once per `Idempotency-Key`.
   *
   * A saved card without `browser_info` and without `encrypted_cvv` is a merchant-initiated charge: 3-D Secure does not
   * run and the answer is a `result`. The card must have been saved for that, with an authenticated payment, and the
   * client needs the role `transactions:merchant-initiated`.
   *
   * @param request - `amount` is in minor units (10000 = 100.00). Card fields are sealed, by `client.encryptCard` or
   *   in the browser; plain ones are refused before anything is sent.
   * @throws When a member breaks a rule; `errors[].property` names it. {@link ValidationError}
   * @throws When the client may not charge cards without the customer. {@link PermissionError}
   * @throws When the notification URL is not https, has no host or more than 256 characters. {@link InvalidNotificationUrlError}
   * @throws When no complete answer arrived and the outcome is unknown: send the same request with the same
   *   `idempotencyKey` to learn it. {@link ConnectionError}, {@link RequestTimeoutError}
   * @see docs/protocol/transactions.md#authorize-members
   * @decision 0037
   */
  authorize<const Amount extends number>(
    request: WithWholeAmount<AuthorizeRequest, Amount>,
    options?: CallOptions,
  ): ApiPromise<Envelope>
  /**
   * Requests a payment by a method that the customer confirms elsewhere: open banking, UPI, a wallet, a bank
   * transfer, a QR code. Most responses are redirects; pass the envelope to {@link nextStep}.
   *
   * It is safe to repeat, and retried automatically: the same reference with the same amount and currency returns the
   * existing transaction in its current state, and never pays twice.
   *
   * @param request - `amount` in minor units. For `BANK_TRANSFER` the response is a `PENDING` result whose
   *   `data.bank_transfer` has the account for the transfer, until `expires_at`.
   * @throws When a member breaks a rule, or the reference belongs to another order. {@link ValidationError}
   * @throws When no complete response arrived; send the same request again. {@link ConnectionError},
   *   {@link RequestTimeoutError}
   * @see docs/protocol/payments.md#payments
   */
  createPayment<const Amount extends number>(
    request: WithWholeAmount<PaymentRequest, Amount>,
    options?: CallOptions,
  ): ApiPromise<Envelope>
  /**
   * Pays out to a bank account. The answer is always a `result`; while it is `PENDING` the outcome arrives by webhook,
   * or by {@link Transactions.status}.
   *
   * Safe to send again, as {@link Transactions.createPayment} is. The client needs the role `transactions:payout`.
   *
   * @param request - `amount` in minor units; `beneficiary.data.ifsc` is required for INR.
   * @throws When a member breaks a rule, or the reference belongs to another order. {@link ValidationError}
   * @throws When the client has no right to pay out. {@link PermissionError}
   * @throws When no complete response arrived; send the same request again. {@link ConnectionError}, {@link RequestTimeoutError}
   * @see docs/protocol/payments.md#payouts
   */
  createPayout<const Amount extends number>(
    request: WithWholeAmount<PayoutRequest, Amount>,
    options?: CallOptions,
  ): ApiPromise<Envelope>
  /**
   * Captures, refunds or voids an earlier transaction and returns the new one; `data.operations` of the original has
   * the state of the money.
   *
   * The target is `parent_transaction_id`, or the only eligible transaction of the reference. A refusal is a normal
   * result (`DECLINED` by the provider, `INVALID` because of the original's state). `PENDING` means that the provider
   * will know later: the amount is reserved until then, so do not send it again.
   *
   * @param request - `amount` in minor units: at most the open or refundable amount; for a `VOID` and an `EXTEND` the
   *   whole open amount; for an `INCREMENT` the additional amount. A partial `CAPTURE` releases the rest unless
   *   `options.final_capture` is `false`.
   * @throws When the original is not found, or amount or currency do not fit it. {@link ValidationError}
   * @throws When no complete answer arrived and the outcome is unknown: send the same request with the same
   *   `idempotencyKey`, or read the original's status. {@link ConnectionError}, {@link RequestTimeoutError}
   * @see docs/protocol/manage.md#manage
   */
  manage<const Amount extends number>(
    request: WithWholeAmount<ManageRequest, Amount>,
    options?: CallOptions,
  ): ApiPromise<Transaction>
  /**
   * Captures the reserved amount of an authorization, in full or in part, and returns the capture.
   *
   * @param original - the authorization, from {@link Transactions.status} or an event.
   * @param part - `amount` in minor units; by default the whole open amount.
   * @throws When the amount exceeds the open amount. {@link ValidationError}
   * @throws When no complete answer arrived; as for {@link Transactions.manage}. {@link ConnectionError},
   *   {@link RequestTimeoutError}
   * @see docs/protocol/manage.md#manage
   *
   * @example
   * ```ts
   * const { transaction } = await client.transactions.status(id)
   * if (transaction) await client.transactions.capture(transaction, { amount: 1000, finalCapture: false })
   * ```
   */
  capture<const Amount extends number>(
    original: OriginalPayment,
    part?: CaptureFollowUp<WholeAmount<Amount>>,
    options?: CallOptions,
  ): ApiPromise<Transaction>
  /**
   * Refunds a payment, in full or in part, and returns the refund. Each call is another refund: reuse its
   * `idempotencyKey` if a lost response must not refund twice.
   *
   * @param original - the purchase, capture or payment, from {@link Transactions.status} or an event.
   * @param part - `amount` in minor units; by default the amount of the original.
   * @throws When the amount exceeds the refundable amount. {@link ValidationError}
   * @throws When no complete answer arrived; as for {@link Transactions.manage}. {@link ConnectionError},
   *   {@link RequestTimeoutError}
   * @see docs/protocol/manage.md#manage
   */
  refund<const Amount extends number>(
    original: OriginalPayment,
    part?: FollowUp<WholeAmount<Amount>>,
    options?: CallOptions,
  ): ApiPromise<Transaction>
  /**
   * Releases the open amount of an authorization, or reverses a purchase or capture on the day it was made, and returns
   * the void.
   *
   * @param original - the authorization, purchase or capture, from {@link Transactions.status} or an event.
   * @throws When the amount is neither the open amount nor omitted. {@link ValidationError}
   * @throws When no complete answer arrived; as for {@link Transactions.manage}. {@link ConnectionError}, {@link RequestTimeoutError}
   * @see docs/protocol/manage.md#manage
   */
  void<const Amount extends number>(
    original: OriginalPayment,
    part?: FollowUp<WholeAmount<Amount>>,
    options?: CallOptions,
  ): ApiPromise<Transaction>
  /**
   * Raises what an authorization holds, and returns the increment. Once it is approved, more can be captured:
   * `data.operations` of the authorization has the new `authorized_amount` and `open_amount`.
   *
   * @param original - the authorization, from {@link Transactions.status} or an event.
   * @param part - `amount` in minor units: the added amount, at most that of the original.
   * @throws When the amount exceeds that. {@link ValidationError}
   * @throws When no complete answer arrived; as for {@link Transactions.manage}. {@link ConnectionError}, {@link RequestTimeoutError}
   * @see docs/protocol/manage.md#manage
   *
   * @example
   * ```ts
   * const { transaction } = await client.transactions.status(id)
   * if (transaction) await client.transactions.increment(transaction, { amount: 4000 })
   * ```
   */
  increment<const Amount extends number>(
    original: OriginalPayment,
    part: IncrementFollowUp<WholeAmount<Amount>>,
    options?: CallOptions,
  ): ApiPromise<Transaction>
  /**
   * Extends the time to capture the open amount of an authorization, and returns the extension. Once it is approved,
   * the time to capture begins again: `data.operations` of the authorization has the new `capture_before`.
   *
   * @param original - the authorization, from {@link Transactions.status} or an event.
   * @throws When the amount is not exactly the open amount. {@link ValidationError}
   * @throws When no complete answer arrived; as for {@link Transactions.manage}. {@link ConnectionError}, {@link RequestTimeoutError}
   * @see docs/protocol/manage.md#manage
   */
  extend<const Amount extends number>(
    original: OriginalPayment,
    part?: FollowUp<WholeAmount<Amount>>,
    options?: CallOptions,
  ): ApiPromise<Transaction>
  /**
   * Reads a transaction: the authoritative outcome after the customer returned.
   *
   * Compare reference, amount, currency and terminal with the order: an id that came through a browser may belong to
   * another order that was paid.
   *
   * @param id - of a transaction, or of a session: then its latest transaction.
   * @returns `{found: false, transaction: null}` for an unknown id; that is not an error.
   * @see docs/protocol/transactions.md#transactions
   */
  status(id: string, options?: ReadOptions): ApiPromise<TransactionStatusAnswer>
  /**
   * Finds transactions, the newest first: awaited a page, with `for await` every one. All filters given must hold.
   *
   * A page of several filters may hold fewer than `limit`, even none, and have a `next_cursor`: the gateway reads a bounded
   * number of transactions at a time.
   *
   * @param query - `amount` in minor units, `from` (included) and `to` (not included) in RFC 3339 with a time zone; `limit`
   *   is 1 to 100, 20 when left out.
   * @throws When a member breaks a rule; `errors[].property` names it. {@link ValidationError}
   * @see docs/protocol/transactions.md#finding-transactions
   *
   * @example
   * ```ts
   * for await (const { id, processing_code } of client.transactions.list({ email: 'ada@example.com', status: 'DECLINED' }))
   *   console.log(id, processing_code)
   * ```
   */
  list(query?: TransactionQuery, options?: ReadOptions): PagePromise<TransactionList>
  /**
   * Reads what happened to a transaction after its final state: captures and refunds that failed after all, returns and
   * disputes. Its status does not change; `data.operations` has the sums.
   *
   * @returns The records of the transaction and of its follow-ups, the oldest first.
   * @see docs/protocol/resolution.md#records
   * @example
   * ```ts
   * const { data } = await client.transactions.records(id)
   * ```
   */
  records(id: string, options?: ReadOptions): ApiPromise<TransactionRecordList>

  /**
   * Returns the events of a transaction, oldest first: requests with their ids in the log, attempts at providers, 3-D
   * Secure, changes of status with their reason and advice, captures and refunds, webhooks and their receivers'
   * responses. For support and tests; {@link Transactions.status} returns the outcome.
   *
   * @param id - of a transaction; not of a session.
   * @returns Entries whose `kind` determines the members of `detail`. They never contain card data, secrets, tokens
   *   or texts of receivers.
   * @throws When the merchant has no such transaction. {@link NotFoundError}
   * @see docs/protocol/transactions.md#timeline
   *
   * @example
   * ```ts
   * const { data } = await client.transactions.timeline(id)
   * for (const entry of data) if (entry.kind === 'STATUS') console.log(entry.title, entry.detail.what_to_do)
   * ```
   */
  timeline(id: string, options?: ReadOptions): ApiPromise<Timeline>
  /**
   * Waits until a transaction is final, for the page to which the customer returns: it polls with back-off, and at
   * once when a webhook reports the transaction ({@link AwaitFinalOptions.notifier}).
   *
   * @param id - of a transaction, or of a session: an `INVALID` attempt of a session can be corrected, so the wait
   *   continues.
   * @returns `final` with the transaction: compare it with the order as after {@link Transactions.status}. `pending`
   * when the time has run out, or the gateway was unreachable: this is not a refusal, so keep the order and wait for
   * the webhook.
   * @throws When waiting is pointless: wrong credentials, a missing role, an invalid option. {@link GatewayError}
   * @throws The signal's reason, if it ends the wait.
   * @see docs/protocol/transactions.md#transactions
   *
   * @example
   * ```ts
   * const end = await client.transactions.awaitFinal(order.sessionId, { timeoutMs: 10_000 })
   * if (end.kind === 'pending') return 'We will tell you by e-mail.'
   * ```
   */
  awaitFinal: AwaitFinal
}

export function createTransactions(
  transport: Transport,
  { random, startTimer }: Pick<Settings, 'random' | 'startTimer'>,
): Transactions {
  const status: Transactions['status'] = (id, options) =>
    transport.call('getStatus', { params: { id } }, options)
  const manage = (
    type: ManageType,
    original: OriginalPayment,
    part: CaptureFollowUp,
    options: CallOptions | undefined,
  ) => {
    const send = async () =>
      transport.call('manage', { body: followUpRequest(type, original, part) }, options).withResponse()
    return toApiPromise(send())
  }
  return {
    authorize: (request, options) => transport.call('authorize', { body: request }, options),
    createPayment: (request, options) => transport.call('createPayment', { body: request }, options),
    createPayout: (request, options) => transport.call('createPayout', { body: request }, options),
    manage: (request, options) => transport.call('manage', { body: request }, options),
    capture: (original, part = {}, options) => manage('CAPTURE', original, part, options),
    refund: (original, part = {}, options) => manage('REFUND', original, part, options),
    void: (original, part = {}, options) => manage('VOID', original, part, options),
    increment: (original, part, options) => manage('INCREMENT', original, part, options),
    extend: (original, part = {}, options) => manage('EXTEND', original, part, options),
    status,
    list: (query = {}, options) =>
      toPagePromise((cursor = query.cursor) =>
        transport.call('listTransactions', { query: { ...query, cursor } }, options),
      ),
    records: (id, options) => transport.call('listTransactionRecords', { params: { id } }, options),
    timeline: (id, options) => transport.call('getTimeline', { params: { id } }, options),
    awaitFinal: createAwaitFinal({ status, random, startTimer }),
  }
}
