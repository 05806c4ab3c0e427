import type {
  ActionRequired,
  ActionToken,
  Envelope,
  FormSubmit,
  Redirect,
  StatusFound,
  StatusNotFound,
  Transaction,
} from '@sluice/types'
import type { TransactionStatus } from '@sluice/types/vocabulary'
import { checkEnvelope } from './check-envelope.ts'
import { ContractError } from './errors/contract-error.ts'
import { decodeActionToken, isWebAddress } from './three-ds/action-token.ts'
import { encodeChallengeRequest } from './three-ds/challenge.ts'
import { encodeThreeDsMethodData } from './three-ds/fingerprint.ts'

/** The state of a transaction, as the `kind` of a {@link NextStep}. */
export type OutcomeKind = 'approved' | 'declined' | 'pending' | 'canceled' | 'expired' | 'invalid'

/** Nothing is left to do in the browser. `pending` is not final: wait for the webhook or query the status. */
export interface OutcomeStep<Kind extends OutcomeKind = OutcomeKind> {
  /** The state of the transaction, for `switch`. */
  readonly kind: Kind
  /** The transaction as the gateway answered it. */
  readonly transaction: Transaction
}

/** Let the issuer collect a device fingerprint, then call `client.threeDs.requestAuthentication`. */
export interface FingerprintStep {
  /** For `switch`. */
  readonly kind: 'fingerprint'
  /** The action as the gateway sent it. */
  readonly action: ActionRequired
  /** The parsed `action`. */
  readonly token: ActionToken
  /**
   * The address to which a hidden frame posts {@link FingerprintStep.threeDSMethodData}; `null`: continue with
   * `fingerprintResult('U')`.
   */
  readonly methodUrl: string | null
  /** The form field of that name. */
  readonly threeDSMethodData: string | null
}

/** Show the issuer's challenge: post `creq` to `acsUrl` in a frame or full page. */
export interface ChallengeStep {
  /** For `switch`. */
  readonly kind: 'challenge'
  /** The action as the gateway sent it. */
  readonly action: ActionRequired
  /** The parsed `action`. */
  readonly token: ActionToken
  /** Address of the issuer's page. */
  readonly acsUrl: string
  /** The form field of that name. */
  readonly creq: string
  /** EMV code `01` to `05`. */
  readonly windowSize: string
}

/** Send the customer to `redirect.url`. */
export interface RedirectStep {
  /** For `switch`. */
  readonly kind: 'redirect'
  /** The destination, and the waiting transaction. */
  readonly redirect: Redirect
}

/** Post a form with the fields of `formSubmit.data` to `formSubmit.url`. */
export interface FormSubmitStep {
  /** For `switch`. */
  readonly kind: 'formSubmit'
  /** The destination, and the fields. */
  readonly formSubmit: FormSubmit
}

/**
 * The gateway is younger than this package and says something it does not know: a new status, a new step, a new member
 * of the envelope. Nothing is known about the money: query the status later, or have a person check.
 */
export interface UnknownStep {
  /** For `switch`. */
  readonly kind: 'unknown'
  /** The unchanged response. */
  readonly answer: Answer
}

/** The gateway knows no transaction of that id. */
export interface NotFoundStep {
  /** For `switch`. */
  readonly kind: 'notFound'
}

/**
 * The steps that an envelope can require: answers of `authorize`, `createPayment`, `createPayout` and the two 3DS
 * calls.
 */
export type NextStep =
  | { [Kind in OutcomeKind]: OutcomeStep<Kind> }[OutcomeKind]
  | FingerprintStep
  | ChallengeStep
  | RedirectStep
  | FormSubmitStep
  | UnknownStep

/** Every response of a payment call: an envelope, a status, or the transaction itself. */
export type Answer = Envelope | StatusFound | StatusNotFound | Transaction

/** The steps that an answer of this type can mean: a status needs nothing in the browser, an envelope is never missing. */
export type StepOf<Of extends Answer> = Of extends Envelope
  ? NextStep
  : Extract<NextStep, OutcomeStep | UnknownStep> | (Of extends Transaction ? never : NotFoundStep)

const OUTCOMES: Readonly<Record<TransactionStatus, OutcomeKind>> = {
  CREATED: 'pending',
  PENDING: 'pending',
  APPROVED: 'approved',
  DECLINED: 'declined',
  CANCELED: 'canceled',
  INVALID: 'invalid',
  SESSION_EXPIRED: 'expired',
}

/**
 * Returns the next step that a response requires. One handler serves every response about a payment: that of
 * `authorize`, those of the two 3DS calls, the new steps of a fallback to another provider, and the status.
 *
 * {@link match} does the same with a branch for each kind.
 *
 * @returns A step, discriminated by `kind`. A step that is newer than this package is `unknown`, never an error.
 * @throws When an envelope does not have exactly one valid member. {@link ContractError}
 * @see docs/protocol/transactions.md#transactions
 *
 * @example
 * ```ts
 * const step = nextStep(await client.transactions.authorize(request))
 * switch (step.kind) {
 *   case 'approved':
 *     return ship(step.transaction)
 *   case 'challenge':
 *     return page({ action: step.acsUrl, fields: { creq: step.creq } })
 *   // … every other kind: the compiler lists what is missing.
 * }
 * ```
 */
export function nextStep<Of extends Answer>(answer: Of): StepOf<Of>
export function nextStep(answer: Answer): NextStep | NotFoundStep {
  if ('found' in answer) return answer.found ? readOutcome(answer.transaction, answer) : { kind: 'notFound' }
  return 'status' in answer ? readOutcome(answer, answer) : readEnvelope(answer)
}

function readEnvelope(envelope: Envelope): NextStep {
  const { result, action, redirect, form_submit: formSubmit } = checkEnvelope(envelope)
  if (result) return readOutcome(result, envelope)
  if (action) return readAction(action, envelope)
  if (redirect) return { kind: 'redirect', redirect: checkAddress(redirect, 'redirect.url') }
  if (formSubmit) return { kind: 'formSubmit', formSubmit: checkAddress(formSubmit, 'form_submit.url') }
  return { kind: 'unknown', answer: envelope }
}

function readOutcome(transaction: Transaction, answer: Answer): OutcomeStep | UnknownStep {
  const { status } = transaction
  return Object.hasOwn(OUTCOMES, status)
    ? { kind: OUTCOMES[status], transaction }
    : { kind: 'unknown', answer }
}

function readAction(
  action: ActionRequired,
  envelope: Envelope,
): FingerprintStep | ChallengeStep | UnknownStep {
  switch (action.type) {
    case 'THREE_DS_2_FINGERPRINT': {
      const token = decodeActionToken(action.token)
      return { kind: 'fingerprint', action, token, ...readMethod(token) }
    }
    case 'THREE_DS_2_CHALLENGE': {
      const token = decodeActionToken(action.token)
      // If the response has no session id, the id of the authentication identifies the session too.
      const session_id = (action.session_id as string | null) ?? token.three_ds_server_trans_id
      return { kind: 'challenge', action: { ...action, session_id }, token, ...readChallenge(token) }
    }
    default:
      return { kind: 'unknown', answer: envelope }
  }
}

function readMethod(token: ActionToken): Pick<FingerprintStep, 'methodUrl' | 'threeDSMethodData'> {
  const { three_ds_method_url: methodUrl, three_ds_method_notification_url: notificationUrl } = token
  if (methodUrl === null) return { methodUrl, threeDSMethodData: null }
  if (notificationUrl === null) {
    throw new ContractError({
      what: 'action.token.three_ds_method_notification_url is required for a fingerprint',
    })
  }
  return {
    methodUrl,
    threeDSMethodData: encodeThreeDsMethodData({
      threeDsServerTransId: token.three_ds_server_trans_id,
      notificationUrl,
    }),
  }
}

function readChallenge(token: ActionToken): Pick<ChallengeStep, 'acsUrl' | 'creq' | 'windowSize'> {
  const { acs_url: acsUrl, acs_trans_id: acsTransId } = token
  if (acsUrl === null || acsTransId === null) {
    throw new ContractError({ what: 'action.token.acs_url and acs_trans_id are required for a challenge' })
  }
  return {
    acsUrl,
    creq: encodeChallengeRequest({
      threeDsServerTransId: token.three_ds_server_trans_id,
      acsTransId,
      messageVersion: token.message_version,
      challengeWindowSize: token.challenge_window_size,
    }),
    windowSize: token.challenge_window_size,
  }
}

/** The customer's browser goes there: only `http(s)`, so that no script can hide in an address. */
function checkAddress<Target extends Redirect | FormSubmit>(target: Target, member: string): Target {
  if (!isWebAddress(target.url)) throw new ContractError({ what: `${member} is not an http(s) address` })
  return target
}
