import type { ProcessingCode } from '@sluice/types/vocabulary'

import { issueResumeToken } from '../../three-ds/index.ts'
import type { Attempt } from '../execution/attempt.ts'
import type { Execution } from '../execution/execution-records.ts'
import type { PaymentStep } from '../execution/flow.ts'
import type { AuthenticationNeeded, AuthenticationStep, InvalidResult } from '../execution/provider.ts'
import { withdrawFirst } from '../execution/apply-withdrawal.ts'
import { withNames, withoutSentResult } from '../execution/apply-result.ts'
import { isAuthenticatedByProvider } from './authenticates-itself.ts'
import type { CardPorts, ConfirmedContext } from './card-context.ts'
import { providerStep } from './provider-steps.ts'
import { openStep, waitForBrowser } from './wait-for-browser.ts'

/** The number of times that the step is returned to a shopper whose result the provider rejects. */
const INVALID_RESULTS_MAX = 5

/** The first challenge, and one more. */
const ROUNDS_MAX = 2

/** The shopper must not be involved: the merchant started the charge, or the cardholder was authenticated before. */
const NOT_ALLOWED: ProcessingCode = '3002'

/** The provider requests more steps than the gateway allows. */
const TOO_MUCH: ProcessingCode = '3000'

/**
 * Takes the shopper to the step that the provider requests, or back to the one without a valid result. A forbidden step
 * ends the payment, once the provider has canceled it.
 *
 * @param mayBeFollowed - whether another attempt may follow; else the card is not kept any longer.
 */
export async function followShopper(
  ports: CardPorts,
  started: Execution,
  answer: AuthenticationNeeded | InvalidResult,
  context: ConfirmedContext,
  mayBeFollowed: (isChallenged: boolean) => boolean,
): Promise<Exclude<PaymentStep<never>, { readonly kind: 'ask' }>> {
  const attempt = withoutSentResult(withNames(started.attempt, answer))
  const execution = { ...started, attempt }
  if (answer.kind === 'not_valid') {
    const step = giveBack(execution)
    const { sealedStep } = started.pendingAuthentication
    if (step === null || sealedStep === null) return withdrawNow(ports, started, execution, TOO_MUCH)
    const show = openStep(context.keys.dataKey, started.transaction.id, sealedStep)
    return { kind: 'wait', execution: started, step, show }
  }
  const refusal = findRefusal(ports, attempt, answer.step, context)
  if (refusal !== null) return withdrawNow(ports, started, execution, refusal)
  const page = issueResumeToken(context.keys, 'PAGE', ports.random)
  const work = providerStep({ ...context, ...execution }, answer.step, {
    nowMs: ports.clock.now(),
    page,
    baseUrl: ports.baseUrl(),
    sealPage: ports.confirmationSeals.sealPage,
  })
  const isKept = mayBeFollowed(work.step === 'CHALLENGE')
  return waitForBrowser(ports, {
    ...work,
    execution: started,
    progress: { ...work.progress, card: isKept ? context.card : null },
    resumeTokens: [...work.resumeTokens, ...(context.addresses ?? [])],
  })
}

async function withdrawNow(
  ports: CardPorts,
  started: Execution,
  execution: Execution,
  code: ProcessingCode,
): Promise<Extract<PaymentStep<never>, { readonly kind: 'settle' }>> {
  const provider = ports.providers.get(execution.attempt.providerId)
  const step = await withdrawFirst(provider, execution, { code, cause: 'three-ds', clock: ports.clock })
  return { kind: 'settle', execution: started, step }
}

/**
 * Returns the step whose result was invalid, so that the shopper can repeat it; null after too many attempts. The
 * card and the shopper's handles stay as they were.
 */
function giveBack({ attempt, pendingAuthentication }: Execution) {
  const { confirmation } = attempt
  const { takenStep } = pendingAuthentication
  if (!confirmation || takenStep === null || confirmation.invalidResults >= INVALID_RESULTS_MAX) return null
  const invalidResults = confirmation.invalidResults + 1
  return {
    cause: 'three-ds' as const,
    to: { step: takenStep, takenStep: null, leaseUntilMs: null },
    attempt: {
      ...attempt,
      status: 'CONFIRMING' as const,
      confirmation: { ...confirmation, invalidResults },
    },
  }
}

/** The code with which a payment ends whose provider requests a forbidden step; null if the step is allowed. */
function findRefusal(
  ports: CardPorts,
  attempt: Attempt,
  step: AuthenticationStep,
  { proof, storedCredential }: ConfirmedContext,
): ProcessingCode | null {
  const { confirmation } = attempt
  const isMerchants = storedCredential?.initiator === 'MERCHANT'
  const isAllowed = proof === null && !isMerchants && isAuthenticatedByProvider(ports, attempt)
  if (!isAllowed || confirmation === undefined) return NOT_ALLOWED
  const isAskedAgain = step.kind === 'fingerprint' && confirmation.awaits !== null
  const round = attempt.authentication?.round ?? 0
  return isAskedAgain || round >= ROUNDS_MAX ? TOO_MUCH : null
}
