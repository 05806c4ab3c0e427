import {
  type AuthenticationResponse,
  type ChallengeDelivery,
  type ChallengeResult,
  type Enrolment,
  type IssuedResumeToken,
  type ThreeDsVerdict,
  verdictOf,
  verdictOfMerchantInitiated,
  verdictWhenUnavailable,
} from '../../three-ds/index.ts'
import { verdictContext, withAuthentication, withOutcome } from './authentication-progress.ts'
import type { FirstAuthentication } from '../../payment-methods/index.ts'
import type { Progress } from './card-context.ts'
import type { AuthenticationProof } from './device-proof.ts'
import { openStep } from './wait-for-browser.ts'

/**
 * Whether the browser was fingerprinted before the AReq: Y if it was, N if it did not answer, U if it was not
 * requested.
 */
export type CompletionIndicator = 'Y' | 'N' | 'U'

/** The next step of a card payment, and what is known about the cardholder. `run-three-ds.ts` performs it. */
export type ThreeDsStep = { readonly progress: Progress } & (
  | { readonly kind: 'enrol' }
  /** The merchant starts the charge: the bank authenticates without the shopper (3RI). */
  | { readonly kind: 'authenticate_merchant_initiated'; readonly firstAuthentication: FirstAuthentication }
  | { readonly kind: 'fingerprint'; readonly methodUrl: string }
  | { readonly kind: 'authenticate'; readonly completionIndicator: CompletionIndicator }
  | {
      readonly kind: 'challenge'
      /** The handle in the URLs of the AReq that lead to the gateway; null for the additional challenge. */
      readonly notification: IssuedResumeToken | null
      readonly delivery: ChallengeDelivery
    }
  /** The gateway calls the provider; `proof` is null when no authentication was needed. */
  | { readonly kind: 'authorize'; readonly proof: AuthenticationProof | null }
  /** The authentication decided, or is impossible: the gateway calls no provider. */
  | {
      readonly kind: 'end'
      readonly processingCode: '2024' | '3000' | Extract<ThreeDsVerdict, { kind: 'end' }>['processingCode']
      /** The 3DS server assigned no id: operators are alerted. */
      readonly lacksId?: true
    }
)

/**
 * Begins an attempt.
 *
 * @param isAuthenticatedByProvider - whether the provider of the attempt authenticates the cardholder itself: no 3DS server is asked.
 */
export function firstThreeDsStep(progress: Progress, isAuthenticatedByProvider = false): ThreeDsStep {
  const { proof, storedCredential, firstAuthentication, rules } = progress
  if (storedCredential?.initiator === 'MERCHANT') {
    return firstAuthentication !== null && rules.usesThreeDs && !isAuthenticatedByProvider
      ? { kind: 'authenticate_merchant_initiated', progress, firstAuthentication }
      : { kind: 'authorize', progress, proof: null }
  }
  if (proof === null)
    return isAuthenticatedByProvider
      ? { kind: 'authorize', progress, proof: null }
      : { kind: 'enrol', progress }
  const { transStatus, eci } = proof
  return { kind: 'authorize', progress: withAuthentication(progress, { transStatus, eci }), proof }
}

/** Returns the step that the bank's response to a 3RI request leads to. */
export function stepAfterMerchantInitiated(asked: Progress, response: AuthenticationResponse): ThreeDsStep {
  const verdict = verdictOfMerchantInitiated(response, asked.card.brand)
  const progress =
    response.kind === 'authenticated'
      ? withOutcome(asked, response, verdict)
      : // The challenge is never answered: it expires at the bank.
        withAuthentication(asked, verdict.kind === 'end' ? { transStatus: 'C' } : {})
  return verdict.kind === 'authorize_unproven'
    ? { kind: 'authorize', progress, proof: null }
    : stepOf(progress, verdict)
}

/**
 * Returns the step for a 3DS server that is known to fail: the gateway does not call it.
 *
 * @param mayProceed - whether the payment may go on without authentication where its terminal allows that.
 */
export function stepWithoutServer(progress: Progress, mayProceed: boolean): ThreeDsStep {
  const asked = withAuthentication(progress, {})
  const context = verdictContext(asked)
  const onUnavailable = mayProceed ? context.onUnavailable : 'DECLINE'
  return stepOf(asked, verdictWhenUnavailable(null, { ...context, onUnavailable }))
}

/** Returns the step that the card range leads to. @param serverId - of the 3DS server that was asked. */
export function stepAfterEnrolment(
  progress: Progress,
  enrolment: Enrolment,
  serverId: string | null,
): ThreeDsStep {
  if (enrolment.kind === 'not_required') {
    // The card needs no authentication, so there is none to store.
    if (progress.earlierChallenge !== 'DEMANDED') return { kind: 'authorize', progress, proof: null }
    return stepOf(progress, verdictWhenUnavailable(null, verdictContext(progress)))
  }
  if (enrolment.kind === 'without_id') return { kind: 'end', progress, processingCode: '3000', lacksId: true }
  const { threeDsServerTransId } = enrolment
  const asked = withAuthentication(progress, { serverId, threeDsServerTransId })
  switch (enrolment.kind) {
    case 'error':
      return { kind: 'end', progress: asked, processingCode: '3000' }
    case 'not_enrolled':
    case 'unavailable':
      return stepOf(asked, verdictWhenUnavailable(null, verdictContext(asked)))
    case 'enrolled': {
      const { messageVersion, methodUrl } = enrolment
      const enrolled = withAuthentication(asked, { messageVersion })
      return methodUrl === null
        ? { kind: 'authenticate', progress: enrolled, completionIndicator: 'U' }
        : { kind: 'fingerprint', progress: enrolled, methodUrl }
    }
  }
}

/** Returns the step that the ARes leads to. */
export function stepAfterAuthentication(
  asked: Progress,
  response: AuthenticationResponse,
  notification: IssuedResumeToken | null,
): ThreeDsStep {
  switch (response.kind) {
    case 'error':
    case 'foreign_page':
      return { kind: 'end', progress: asked, processingCode: '3000' }
    case 'unavailable':
    // Includes the id that replaced an expired one.
    case 'expired':
      return stepOf(asked, verdictWhenUnavailable(null, verdictContext(asked)))
    case 'authenticated': {
      const verdict = verdictOf(response, verdictContext(asked))
      return stepOf(withOutcome(asked, response, verdict), verdict)
    }
    case 'hosted_challenge': {
      const { pageUrl: acsUrl, display: hostedChallenge, dsTransId } = response
      const progress = withAuthentication(asked, { acsUrl, hostedChallenge, dsTransId, transStatus: 'C' })
      return { kind: 'challenge', progress, notification, delivery: 'redirect' }
    }
    case 'challenge': {
      const { acsTransId, acsUrl, dsTransId, delivery } = response
      const progress = withAuthentication(asked, { acsTransId, acsUrl, dsTransId, transStatus: 'C' })
      return { kind: 'challenge', progress, notification, delivery }
    }
  }
}

/** Returns the step that the result of a challenge leads to; null while there is no result. */
export function stepAfterChallenge(progress: Progress, result: ChallengeResult | null): ThreeDsStep {
  if (result?.kind === 'error') return { kind: 'end', progress, processingCode: '3000' }
  const outcome = result ?? NO_RESULT
  const { challengeCancel } = outcome
  const verdict = verdictOf(outcome, { ...verdictContext(progress), challengeCancel })
  return stepOf(withAuthentication(withOutcome(progress, outcome, verdict), { challengeCancel }), verdict)
}

const NO_RESULT = {
  transStatus: 'U',
  transStatusReason: null,
  eci: null,
  authenticationValue: null,
  dsTransId: null,
  challengeCancel: null,
} as const

function stepOf(progress: Progress, verdict: ThreeDsVerdict): ThreeDsStep {
  switch (verdict.kind) {
    case 'authorize': {
      // Included even without an answer, so that the merchant sees the values that the acquirer receives.
      const { transStatus, transStatusReason, eci } = verdict.outcome
      const told = withAuthentication(progress, { transStatus, transStatusReason, eci })
      return { kind: 'authorize', progress: told, proof: verdict.outcome }
    }
    case 'challenge_again':
      return { kind: 'challenge', progress, notification: null, delivery: deliveryOf(progress) }
    case 'end':
      return { kind: 'end', progress, processingCode: verdict.processingCode }
  }
}

/**
 * Returns how the running challenge was shown. The additional one is shown in the same way, because a shopper on a
 * page or a form cannot complete another kind. The ACS keeps posting to the notification URL of the AReq.
 */
function deliveryOf({
  keys,
  transaction,
  pendingAuthentication: { sealedStep },
}: Progress): ChallengeDelivery {
  return sealedStep === null ? 'action' : openStep(keys.dataKey, transaction.id, sealedStep).kind
}
