import { type ActionType, LIMITS } from '@sluice/types/vocabulary'

import {
  challengeToken,
  encodeChallengeRequest,
  fingerprintToken,
  type IssuedResumeToken,
} from '../../three-ds/index.ts'
import { type Attempt, threeDsOf } from '../execution/attempt.ts'
import type { NextStep } from '../execution/envelope.ts'
import type { BrowserStep } from '../execution/execution-records.ts'
import type { Transaction } from '../execution/transaction.ts'
import { MESSAGE_VERSION, windowSizeFor, withAuthentication } from './authentication-progress.ts'
import type { ThreeDsStep } from './three-ds-step.ts'
import { challengePageUrl, methodNotificationUrl } from './pages/browser-urls.ts'
import type { BrowserWork } from './wait-for-browser.ts'

/** The `type` of an action by the step that it requests. */
export const ACTION_TYPE: Readonly<Record<BrowserStep, ActionType>> = {
  FINGERPRINT: 'THREE_DS_2_FINGERPRINT',
  CHALLENGE: 'THREE_DS_2_CHALLENGE',
}

/** Lets the issuer fingerprint the browser. */
export function fingerprintStep(
  { progress, methodUrl }: Extract<ThreeDsStep, { kind: 'fingerprint' }>,
  baseUrl: string,
): BrowserWork {
  const { threeDsServerTransId, messageVersion } = threeDsOf(progress.attempt)
  return requestFingerprint(progress, {
    methodUrl,
    threeDsServerTransId,
    methodNotificationUrl: methodNotificationUrl(baseUrl, threeDsServerTransId),
    messageVersion: messageVersion ?? MESSAGE_VERSION,
  })
}

/** Describes the fingerprint that a 3DS server or a provider requests. */
export function requestFingerprint(
  progress: BrowserWork['progress'],
  fingerprint: Omit<Parameters<typeof fingerprintToken>[0], 'challengeWindowSize'>,
): BrowserWork {
  const { transaction } = progress
  return {
    step: 'FINGERPRINT',
    progress,
    resumeTokens: [],
    describe: (paymentData, sessionId) => ({
      kind: 'action',
      transactionId: transaction.id,
      sessionId,
      type: ACTION_TYPE.FINGERPRINT,
      token: fingerprintToken({ ...fingerprint, challengeWindowSize: windowSizeFor(transaction) }),
      paymentData,
    }),
  }
}

/** Sends the cardholder to the issuer, in the way that the ACS requires. */
export function challengeStep(
  { progress: before, notification, delivery }: Extract<ThreeDsStep, { kind: 'challenge' }>,
  {
    nowMs,
    page,
    baseUrl,
  }: { readonly nowMs: number; readonly page: IssuedResumeToken; readonly baseUrl: string },
): BrowserWork {
  const { transaction } = before
  const progress = withAuthentication(before, {
    round: threeDsOf(before.attempt).round + 1,
    challengeExpiresAtMs: nowMs + LIMITS.CHALLENGE_TIMEOUT_SECONDS * 1000,
    cresReceivedAtMs: null,
  })
  const { hostedChallenge } = threeDsOf(progress.attempt)
  // A merchant with a notification URL of its own sends the result of the challenge to the gateway, and only an action contains what
  // it needs for that. After a hosted challenge, the browser returns to the gateway, and the merchant sends nothing.
  const way =
    hostedChallenge !== null ? 'redirect' : transaction.notificationUrl === null ? delivery : 'action'
  const describe = (paymentData: string, sessionId: string): NextStep => {
    const ids = { transactionId: transaction.id, sessionId }
    if (way === 'redirect') {
      const isFullPage = hostedChallenge === 'FULL_PAGE'
      const url = challengePageUrl(baseUrl, page.resumeToken)
      return { kind: 'redirect', ...ids, url, ...(isFullPage && { isFullPage }) }
    }
    const { acsUrl, ...challenge } = describeChallenge(transaction, progress.attempt)
    return way === 'form_submit'
      ? { kind: 'form_submit', ...ids, url: acsUrl, data: { creq: encodeChallengeRequest(challenge) } }
      : {
          kind: 'action',
          ...ids,
          type: ACTION_TYPE.CHALLENGE,
          token: challengeToken({ ...challenge, acsUrl }),
          paymentData,
        }
  }
  // If the merchant has a notification URL, the bank posts there, and to no address of the gateway.
  const comesBack = hostedChallenge !== null || transaction.notificationUrl === null
  return {
    step: 'CHALLENGE',
    progress,
    resumeTokens: [
      ...(notification && comesBack ? [notification] : []),
      ...(way === 'redirect' ? [page] : []),
    ],
    describe,
  }
}

/** Returns the page of an attempt's hosted challenge; null if its challenge is at the ACS. */
export function hostedPageOf({ authentication }: Attempt): string | null {
  const { hostedChallenge = null, acsUrl = null } = authentication ?? {}
  return hostedChallenge === null ? null : acsUrl
}

/** Returns the CReq of an attempt's running challenge, and its destination. */
export function describeChallenge(transaction: Transaction, attempt: Attempt) {
  const { threeDsServerTransId, acsTransId, acsUrl, messageVersion } = threeDsOf(attempt)
  if (acsTransId === null || acsUrl === null)
    throw new Error(`Attempt ${attempt.id} has no ACS to challenge at`)
  return {
    acsUrl,
    threeDsServerTransId,
    acsTransId,
    messageVersion: messageVersion ?? MESSAGE_VERSION,
    challengeWindowSize: windowSizeFor(transaction),
  }
}
