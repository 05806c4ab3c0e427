import type { ExistingOrder } from '@sluice/types'
import { GatewayError, type GatewayErrorDetails } from './gateway-error.ts'

/** One broken rule. */
export interface ValidationProblem {
  /** Dotted path of the member, `payment_method.data.email`. */
  readonly property: string
  /** The rule in words, `length must be at most 40`. */
  readonly message: string
  /** The limits of the rule and the given value. Not logged by this package, because it may repeat the input. */
  readonly params: readonly string[]
  /** The fix, `write EUR`; undefined if the client knows only the message. */
  readonly hint?: string | undefined
}

export interface ValidationErrorDetails extends GatewayErrorDetails {
  readonly problems: readonly ValidationProblem[]
  /** The party that found the problems. */
  readonly foundBy: 'sdk' | 'gateway'
  /** The normalized code of refusals about saved cards, customers and terminals. */
  readonly processingCode?: string | undefined
  /** The holder of the request's reference. */
  readonly existing?: ExistingOrder | undefined
}

/** The maximum number of problems in a message; further ones are counted. {@link ValidationError.errors} has all. */
const PROBLEMS_IN_MESSAGE = 5

/**
 * The request breaks rules of the contract; nothing was done. `errors` names the members at fault. Thrown before
 * sending if the contract is violated, and for both refusals of the gateway: the ordinary 422 (400 for an unreadable
 * body or header) and `{status: "INVALID", errors}`.
 */
export class ValidationError extends GatewayError {
  override readonly name = 'ValidationError'
  readonly code = 'validation_failed'
  /** Every member at fault that the answer named; empty when the answer named none, as that of a proxy. */
  readonly errors: readonly ValidationProblem[]
  /** `sdk`: before anything was sent. */
  readonly foundBy: 'sdk' | 'gateway'
  /** Four digits of a refusal `{status: "INVALID"}`, `2013`; undefined otherwise. */
  readonly processingCode: string | undefined
  /**
   * The session or transaction that has the reference of the request; undefined when the gateway did not name one. Sluice
   * gateways do.
   */
  readonly existing: ExistingOrder | undefined

  constructor(details: ValidationErrorDetails) {
    super(describe(details), details)
    this.errors = details.problems
    this.foundBy = details.foundBy
    this.processingCode = details.processingCode
    this.existing = details.existing
  }

  override toJSON(): Record<string, unknown> {
    return {
      ...super.toJSON(),
      foundBy: this.foundBy,
      processingCode: this.processingCode,
      existing: this.existing,
      errors: this.errors.map(({ property, message }) => ({ property, message })),
    }
  }
}

function describe({ problems, foundBy, call, existing }: ValidationErrorDetails): string {
  const subject = call ? `${call.method} ${call.path}` : 'The value'
  const verdict = foundBy === 'sdk' ? 'was not sent' : 'was rejected'
  const shown = problems.slice(0, PROBLEMS_IN_MESSAGE).map(showProblem)
  const more = problems.length - shown.length
  const holder = existing === undefined ? [] : [showExisting(existing)]
  const list = [...shown, ...holder, ...(more > 0 ? [`${more} more`] : [])].join('; ')
  return call
    ? `${subject} ${verdict}: ${list || 'the gateway named no member'}. Correct the request and send it again.`
    : `${list || 'a value is invalid'}.`
}

function showExisting({ kind, id, status }: ExistingOrder): string {
  const what = kind === 'SESSION' ? 'a session' : `transaction ${id}`
  return `it belongs to ${what} that is ${status}`
}

/** Most messages continue the name of the member; one that begins with a capital letter is a sentence of its own. */
function showProblem({ property, message, hint }: ValidationProblem): string {
  const colon = /^[A-Z]/.test(message) ? ':' : ''
  return `${property}${colon} ${message}${hint === undefined ? '' : ` (${hint})`}`
}
