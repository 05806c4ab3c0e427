import {
  type AuthorizeRequest,
  checkNotificationUrl,
  type Envelope,
  type StatusFound,
  type StatusNotFound,
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
