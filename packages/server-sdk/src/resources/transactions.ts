import {
  type AuthorizeRequest,
  checkNotificationUrl,
  type Envelope,
  type ManageRequest,
  type PaymentRequest,
  type PayoutRequest,
  type StatusFound,
  type StatusNotFound,
  type Transaction,
} from '@sluice/types'
import { InvalidNotificationUrlError } from '../errors/invalid-notification-url-error.ts'
import { ValidationError } from '../errors/validation-error.ts'
import type { Transport } from '../http/transport.ts'
import { findUnsealedFields } from './find-unsealed-fields.ts'
import { readEnvelope } from './read-envelope.ts'

/** `found: false` is an answer: the id is unknown, or its session has no transaction yet. */
export type TransactionStatusAnswer = StatusFound | StatusNotFound

/** Transactions: one attempt each to move or reserve money. */
export interface Transactions {
  /**
   * Starts a card authorization and returns the execution envelope; pass it to {@link nextStep}.
   *
   * A refusal by the issuer is a normal answer (`result.status` is `DECLINED`, branch on `result.processing_code`); it
   * does not throw. Not repeated by this package when no answer arrives: that could pay twice.
   *
   * @param request - `amount` is in minor units (10000 = 100.00). Card fields are sealed, by `client.encryptCard` or
   *   in the browser; plain ones are refused before anything is sent.
   * @throws When a member breaks a rule; `errors[].property` names it. {@link ValidationError}
   * @throws When the notification URL is not https, has no host or more than 256 characters. {@link InvalidNotificationUrlError}
   * @throws When no complete answer arrived and the outcome is unknown; ask for the status. {@link ConnectionError}, {@link RequestTimeoutError}
   * @see docs/protocol.md#authorize-members
   */
  authorize(request: AuthorizeRequest): Promise<Envelope>
  /**
   * Collects money by a method that the customer confirms elsewhere: open banking, UPI, a wallet, a bank transfer, a QR
   * code. Most answers are a redirect; pass the envelope to {@link nextStep}.
   *
   * Safe to send again: the same reference with the same amount and currency gives the existing transaction, as it
   * stands now, and never pays twice.
   *
   * @param request - `amount` in minor units. Of `BANK_TRANSFER` the answer is a `PENDING` result whose
   *   `data.bank_transfer` says where to transfer, until `expires_at`.
   * @throws When a member breaks a rule, or the reference belongs to another order. {@link ValidationError}
   * @throws When no complete answer arrived; send the same request again. {@link ConnectionError}, {@link RequestTimeoutError}
   * @see docs/protocol.md#payments
   */
  createPayment(request: PaymentRequest): Promise<Envelope>
  /**
   * Pays out to a bank account. The answer is always a `result`; while it is `PENDING` the outcome comes by webhook, or by
   * {@link Transactions.status}.
   *
   * Safe to send again, as {@link Transactions.createPayment} is. The client needs the role `transactions:payout`.
   *
   * @param request - `amount` in minor units; `beneficiary.data.ifsc` is required for INR.
   * @throws When a member breaks a rule, or the reference belongs to another order. {@link ValidationError}
   * @throws When the client has no right to pay out. {@link PermissionError}
   * @throws When no complete answer arrived; send the same request again. {@link ConnectionError}, {@link RequestTimeoutError}
   * @see docs/protocol.md#payouts
   */
  createPayout(request: PayoutRequest): Promise<Envelope>
  /**
   * Captures, refunds or voids an earlier transaction and returns the new one; what has become of the money stands in
   * `data.operations` of the original.
   *
   * The target is `parent_transaction_id`, or the only transaction of the reference it can be done to. A refusal is a
   * normal answer (`DECLINED` by the provider, `INVALID` by the original's state). `PENDING` means that the provider will
   * know later: the amount is reserved until then, so do not send it again.
   *
   * @param request - `amount` in minor units: at most what is open or left to refund; of a `VOID` all that is open. A
   *   partial `CAPTURE` releases the rest unless `options.final_capture` is `false`.
   * @throws When the original is not found, or amount or currency do not fit it. {@link ValidationError}
   * @throws When no complete answer arrived and the outcome is unknown; read the original's status before you send it
   *   again. {@link ConnectionError}, {@link RequestTimeoutError}
   * @see docs/protocol.md#manage
   */
  manage(request: ManageRequest): Promise<Transaction>
  /**
   * Reads a transaction: the authoritative outcome after the customer came back.
   *
   * Compare reference, amount, currency and terminal with the order: an id that came through a browser may belong to
   * another order that was paid.
   *
   * @param id - of a transaction, or of a session: then its latest transaction.
   * @returns `{found: false, transaction: null}` for an unknown id; that is not an error.
   * @see docs/protocol.md#transactions
   */
  status(id: string): Promise<TransactionStatusAnswer>
}

export function createTransactions(transport: Transport): Transactions {
  return {
    async authorize(request) {
      checkBeforeSending(request)
      return readEnvelope(await transport.call('authorize', { body: request }))
    },
    createPayment: async (request) => readEnvelope(await transport.call('createPayment', { body: request })),
    createPayout: async (request) => readEnvelope(await transport.call('createPayout', { body: request })),
    async manage(request) {
      const { body } = await transport.call('manage', { body: request })
      return body
    },
    async status(id) {
      const { found, body } = await transport.find('getStatus', { params: { id } })
      return found ? body : { found: false, transaction: null }
    },
  }
}

/** What the schema of the request leaves to others: the rule that answers 400, and that card data is really sealed. */
function checkBeforeSending(request: AuthorizeRequest): void {
  const call = { method: 'POST', path: '/api/transactions/authorize', reference: request.reference }
  const [aboutUrl] = checkNotificationUrl(request)
  if (aboutUrl) throw new InvalidNotificationUrlError({ call, rule: aboutUrl.message })
  const unsealed = findUnsealedFields(request.payment_method)
  if (unsealed.length > 0) throw new ValidationError({ call, foundBy: 'sdk', problems: unsealed })
}
