/** The subject of a proof: a call of the provider protocol, or a promise of the declarations. */
export const PROOF_OPERATIONS = [
  'PURCHASE',
  'AUTHORIZE',
  'ORDER',
  'REPEAT',
  'LOOKUP',
  'CAPTURE',
  'CAPTURE_PART',
  'REFUND_PART',
  'SECOND_REFUND',
  'VOID',
  'CANCEL',
  'UNDO',
  'FENCE',
  'DECLINE',
  'CHALLENGE',
  'EXTERNAL_3DS',
  'SAVE',
  'CUSTOMER_CHARGE',
  'MERCHANT_CHARGE',
] as const

/** The name of the subject of a proof. */
export type ProofOperation = (typeof PROOF_OPERATIONS)[number]

/**
 * The verdict on an operation.
 *
 * - `PROVEN`: the provider did what the declarations say, and its answer means the same for the gateway.
 * - `ACCEPTED`: the provider received it; its result arrives as an event, which a proof cannot receive.
 * - `REFUSED`: the provider rejected it, with the provider's reason.
 * - `FAILED`: the answer contradicts the request or the declarations.
 * - `UNKNOWN`: no response shows the outcome.
 * - `SKIPPED`: it was not tried, for the reason given.
 */
export type ProofVerdict = 'PROVEN' | 'ACCEPTED' | 'REFUSED' | 'FAILED' | 'UNKNOWN' | 'SKIPPED'

/** The result of one operation of a course. */
export interface ProofResult {
  /** The course that it belongs to. Courses are independent of each other. */
  readonly course: string
  readonly method: string
  readonly currency: string | null
  readonly operation: ProofOperation
  readonly verdict: ProofVerdict
  readonly reason: string
}

/** A verdict with its reason. */
export type Judgement = Pick<ProofResult, 'verdict' | 'reason'>

/** Verdicts that require an action of the operator. */
const BAD: ReadonlySet<ProofVerdict> = new Set(['REFUSED', 'FAILED', 'UNKNOWN'])

/** Returns whether every result is as expected, or was not requested. */
export function isProven(results: readonly ProofResult[]): boolean {
  return results.length > 0 && !results.some(({ verdict }) => BAD.has(verdict))
}
