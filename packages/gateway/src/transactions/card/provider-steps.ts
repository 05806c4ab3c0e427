import { LIMITS } from '@sluice/types/vocabulary'

import { challengeToken, type IssuedResumeToken } from '../../three-ds/index.ts'
import { type AttemptAuthentication, beginAuthentication } from '../execution/attempt.ts'
import type { ConfirmationSeals } from '../execution/confirmation-seals.ts'
import type { NextStep } from '../execution/envelope.ts'
import type { Execution } from '../execution/execution-records.ts'
import { uuidOf } from '../execution/key-for.ts'
import type { AuthenticationStep, ShopperResult } from '../execution/provider.ts'
import { windowSizeFor } from './authentication-progress.ts'
import { ACTION_TYPE, requestFingerprint } from './browser-steps.ts'
import type { ConfirmedContext } from './card-context.ts'
import { challengePageUrl, providerMethodNotificationUrl } from './pages/browser-urls.ts'
import type { BrowserWork } from './wait-for-browser.ts'

/** A payment that its provider holds, in the hands of one worker. */
type Confirmed = Execution & ConfirmedContext

interface StepContext {
  readonly nowMs: number
  /** The handle of the page that sends the browser to the provider's page. */
  readonly page: IssuedResumeToken
  readonly baseUrl: string
  readonly sealPage: ConfirmationSeals['sealPage']
}

/**
 * Returns the browser's step for a provider that authenticates the cardholder itself. Merchants see the same steps as
 * with a 3DS server.
 */
export function providerStep(
  confirmed: Confirmed,
  step: AuthenticationStep,
  context: StepContext,
): BrowserWork {
  switch (step.kind) {
    case 'fingerprint':
      return fingerprint(confirmed, step, context)
    case 'challenge':
      return challenge(confirmed, step, context)
    case 'page':
      return openPage(confirmed, step, context)
  }
}

function fingerprint(
  before: Confirmed,
  { methodUrl, threeDsServerTransId, messageVersion }: Extract<AuthenticationStep, { kind: 'fingerprint' }>,
  { baseUrl }: StepContext,
): BrowserWork {
  const progress = confirming(before, 'fingerprint', { threeDsServerTransId, messageVersion })
  return requestFingerprint(progress, {
    methodUrl,
    threeDsServerTransId,
    methodNotificationUrl: providerMethodNotificationUrl(baseUrl, uuidOf(progress.attempt.id)),
    messageVersion,
  })
}

function challenge(
  before: Confirmed,
  { kind: _, ...ids }: Extract<AuthenticationStep, { kind: 'challenge' }>,
  { nowMs }: StepContext,
): BrowserWork {
  const progress = confirming(before, 'challenge', { ...ids, ...nextRound(before, nowMs) })
  const { transaction } = progress
  const challengeWindowSize = windowSizeFor(transaction)
  return {
    step: 'CHALLENGE',
    progress,
    resumeTokens: [],
    describe: (paymentData, sessionId) => ({
      kind: 'action',
      transactionId: transaction.id,
      sessionId,
      type: ACTION_TYPE.CHALLENGE,
      token: challengeToken({ ...ids, challengeWindowSize }),
      paymentData,
    }),
  }
}

/** A page of the provider fills the window: many refuse to be framed. */
function openPage(
  before: Confirmed,
  { url, fields }: Extract<AuthenticationStep, { kind: 'page' }>,
  { nowMs, page, baseUrl, sealPage }: StepContext,
): BrowserWork {
  const sealedPage = sealPage(before.attempt, { url, fields })
  const progress = confirming(before, 'return', nextRound(before, nowMs), sealedPage)
  const { transaction } = progress
  const isForm = fields !== null && transaction.integration === 'DIRECT_API'
  const describe = (_paymentData: string, sessionId: string): NextStep => {
    const ids = { transactionId: transaction.id, sessionId }
    return isForm
      ? { kind: 'form_submit', ...ids, url, data: fields }
      : {
          kind: 'redirect',
          ...ids,
          url: challengePageUrl(baseUrl, page.resumeToken),
          isFullPage: true,
        }
  }
  return { step: 'CHALLENGE', progress, resumeTokens: isForm ? [] : [page], describe }
}

function nextRound({ attempt }: Execution, nowMs: number): Partial<AttemptAuthentication> {
  return {
    round: (attempt.authentication?.round ?? 0) + 1,
    challengeExpiresAtMs: nowMs + LIMITS.CHALLENGE_TIMEOUT_SECONDS * 1000,
    transStatus: 'C',
  }
}

function confirming(
  before: Confirmed,
  awaits: ShopperResult['kind'],
  changes: Partial<AttemptAuthentication>,
  sealedPage: Buffer | null = null,
): Confirmed {
  const { attempt } = before
  const { confirmation } = attempt
  if (confirmation === undefined)
    throw new Error(`The provider of attempt ${attempt.id} may not ask for the shopper`)
  return {
    ...before,
    attempt: {
      ...attempt,
      status: 'CONFIRMING',
      authentication: { ...(attempt.authentication ?? beginAuthentication(null)), ...changes },
      confirmation: { ...confirmation, awaits, sealedPage },
    },
  }
}
