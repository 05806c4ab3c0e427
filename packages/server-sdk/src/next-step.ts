import type { ActionRequired, ActionToken, Envelope, FormSubmit, Redirect, Transaction } from '@sluice/types'
import type { TransactionStatus } from '@sluice/types/vocabulary'
import { checkEnvelope } from './check-envelope.ts'
import { ContractError } from './errors/contract-error.ts'
import { decodeActionToken, isWebAddress } from './three-ds/action-token.ts'
import { encodeChallengeRequest } from './three-ds/challenge.ts'
import { encodeThreeDsMethodData } from './three-ds/fingerprint.ts'

/** How a transaction stands, as the `kind` of a {@link NextStep}. */
export type OutcomeKind = 'approved' | 'declined' | 'pending' | 'canceled' | 'expired' | 'invalid'

/** Nothing is left to do in the browser. `pending` is not final: wait for the webhook or ask for the status. */
export interface OutcomeStep {
  readonly kind: OutcomeKind
  readonly transaction: Transaction
}

/** Let the issuer take a device fingerprint, then call `client.threeDs.requestAuthentication`. */
export interface FingerprintStep {
  readonly kind: 'fingerprint'
  readonly action: ActionRequired
  readonly token: ActionToken
  /** Where a hidden frame posts {@link FingerprintStep.threeDSMethodData}; `null`: go on with `fingerprintResult('U')`. */
  readonly methodUrl: string | null
  /** The form field of that name. */
  readonly threeDSMethodData: string | null
}

/** Show the issuer's challenge: post `creq` to `acsUrl` in a frame or full page. */
export interface ChallengeStep {
  readonly kind: 'challenge'
  readonly action: ActionRequired
  readonly token: ActionToken
  readonly acsUrl: string
  /** The form field of that name. */
  readonly creq: string
  /** EMV code `01` to `05`. */
  readonly windowSize: string
}

/** Send the customer to `redirect.url`. */
export interface RedirectStep {
  readonly kind: 'redirect'
  readonly redirect: Redirect
}

/** Post a form with the fields of `formSubmit.data` to `formSubmit.url`. */
export interface FormSubmitStep {
  readonly kind: 'form_submit'
  readonly formSubmit: FormSubmit
}

export type NextStep = OutcomeStep | FingerprintStep | ChallengeStep | RedirectStep | FormSubmitStep

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
 * Tells what an execution envelope asks for. One handler serves every answer of the flow: that of `authorize`, those
 * of the two 3DS calls, and the new steps of a fallback to another provider.
 *
 * @throws When not exactly one member is set, or the one that is set makes no sense. {@link ContractError}
 * @see docs/protocol.md#transactions
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
export function nextStep(envelope: Envelope): NextStep {
  const { result, action, redirect, form_submit: formSubmit } = checkEnvelope(envelope)
  if (result) return readOutcome(result)
  if (action) return readAction(action)
  if (redirect) return { kind: 'redirect', redirect: checkAddress(redirect, 'redirect.url') }
  return { kind: 'form_submit', formSubmit: checkAddress(formSubmit as FormSubmit, 'form_submit.url') }
}

function readOutcome(transaction: Transaction): OutcomeStep {
  if (!Object.hasOwn(OUTCOMES, transaction.status)) {
    throw new ContractError({ what: 'result.status is not a known status' })
  }
  return { kind: OUTCOMES[transaction.status], transaction }
}

function readAction(action: ActionRequired): FingerprintStep | ChallengeStep {
  const token = decodeActionToken(action.token)
  switch (action.type) {
    case 'THREE_DS_2_FINGERPRINT':
      return { kind: 'fingerprint', action, token, ...readMethod(token) }
    case 'THREE_DS_2_CHALLENGE':
      return { kind: 'challenge', action, token, ...readChallenge(token) }
    default:
      throw new ContractError({ what: 'action.type is not a known step' })
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
