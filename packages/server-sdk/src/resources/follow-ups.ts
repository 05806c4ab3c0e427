import type { ManageRequest, Transaction } from '@sluice/types'
import type { ManageType } from '@sluice/types/vocabulary'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { type KnownOptions, refuseUnknownOptions } from '../refuse-unknown-options.ts'

/** The payment that an operation acts on, as a status answer or an event's payload has it. */
export interface OriginalPayment extends Pick<
  Transaction,
  'id' | 'terminal_id' | 'reference' | 'currency' | 'amount' | 'transaction_type'
> {
  /** Reads the remaining amount to capture; without it, the gateway decides. */
  readonly data?: Transaction['data'] | undefined
}

/** The options of an operation on a part of a payment. */
export interface FollowUp<Amount extends number = number> {
  /**
   * In minor units (1850 = 18.50).
   *
   * @defaultValue the amount of the original; for a void and an extension, the open amount of an authorization
   */
  readonly amount?: Amount | undefined
  /** Texts of the merchant's own. */
  readonly metadata?: ManageRequest['metadata']
}

/** The options of an increment. */
export interface IncrementFollowUp<Amount extends number = number> {
  /** The added amount, in minor units (1850 = 18.50): at most the amount of the original. */
  readonly amount: Amount
  /** Texts of the merchant's own. */
  readonly metadata?: ManageRequest['metadata']
}

/** The options of a capture. */
export interface CaptureFollowUp<Amount extends number = number> extends FollowUp<Amount> {
  /**
   * Whether the capture releases what it leaves open. `false` keeps that open for further captures.
   *
   * @defaultValue `true`
   */
  readonly finalCapture?: boolean | undefined
}

const FOLLOW_UP: KnownOptions<FollowUp> = { amount: true, metadata: true }
const CAPTURE_FOLLOW_UP: KnownOptions<CaptureFollowUp> = { ...FOLLOW_UP, finalCapture: true }

/**
 * Writes the request of an operation on an earlier payment.
 *
 * @throws When there is no original, or `part` has members that the operation does not accept: the whole payment would
 * move instead of a part. {@link ConfigurationError}
 */
export function followUpRequest(
  type: ManageType,
  original: OriginalPayment,
  part: CaptureFollowUp,
): ManageRequest {
  // The transaction of a status that was not found, for instance.
  if (typeof original !== 'object' || original === null)
    throw new ConfigurationError('original', 'must be the transaction that the operation acts on')
  if (type === 'CAPTURE') refuseUnknownOptions(part, CAPTURE_FOLLOW_UP)
  else refuseUnknownOptions<FollowUp>(part, FOLLOW_UP)
  const { amount, metadata, finalCapture } = part
  if (type === 'INCREMENT' && amount === undefined)
    throw new ConfigurationError('amount', 'must be the amount that the increment adds')
  const open = type === 'VOID' || type === 'EXTEND' ? openAmount(original) : undefined
  return {
    terminal_id: original.terminal_id,
    reference: original.reference,
    currency: original.currency,
    amount: amount ?? open ?? original.amount,
    transaction_type: type,
    parent_transaction_id: original.id,
    ...(metadata && { metadata }),
    ...(finalCapture !== undefined && { options: { final_capture: finalCapture } }),
  }
}

/** A purchase that is voided was captured whole; of an authorization only the open part can be voided or held for longer. */
function openAmount({ transaction_type: type, data }: OriginalPayment): number | undefined {
  return type === 'AUTHORIZE' ? data?.operations?.open_amount : undefined
}
