import { LIMITS } from '@sluice/types/vocabulary'

import {
  challengeToken,
  encodeChallengeRequest,
  type IssuedHandle,
  issueHandle,
} from '../../three-ds/index.ts'
import { type Attempt, threeDsOf } from '../execution/attempt.ts'
import type { NextStep } from '../execution/envelope.ts'
import type { Next } from '../execution/flow.ts'
import type { Transaction } from '../execution/transaction.ts'
import { MESSAGE_VERSION, windowSizeFor, withAuthentication } from './authentication-progress.ts'
import type { CardInMemory, CardPorts, Progress } from './card-in-memory.ts'
import { challengePageUrl } from './pages/browser-urls.ts'
import { ACTION_TYPE, openStep, waitForBrowser } from './wait-for-browser.ts'

/**
 * Issues the additional challenge, the way the first was: who was given a page or a form has nothing to complete the
 * second one with. The ACS goes on posting to the notification URL of the AReq.
 */
export function challengeAgain(ports: CardPorts, progress: Progress): Promise<Next<CardInMemory>> {
  const { keys, transaction, continuation } = progress
  const { sealedStep } = continuation
  const delivery = sealedStep === null ? 'action' : openStep(keys.dataKey, transaction.id, sealedStep).kind
  return askForChallenge(ports, progress, null, delivery)
}

/** Sends the cardholder to the issuer, in the way that the ACS asks for. */
export function askForChallenge(
  ports: CardPorts,
  progress: Progress,
  notification: IssuedHandle | null,
  delivery: 'action' | 'redirect' | 'form_submit',
): Promise<Next<CardInMemory>> {
  const { transaction } = progress
  const nowMs = ports.clock.now()
  const { attempt } = withAuthentication(progress, {
    round: threeDsOf(progress.attempt).round + 1,
    challengeExpiresAtMs: nowMs + LIMITS.CHALLENGE_TIMEOUT_SECONDS * 1000,
    cresReceivedAtMs: null,
  })
  const { acsUrl, ...challenge } = describeChallenge(transaction, attempt)
  // With the merchant's own notification URL only an action carries what the merchant has to send back.
  const way = transaction.notificationUrl === null ? delivery : 'action'
  const page = issueHandle(progress.keys, 'PAGE', ports.random)
  const describe = (paymentData: string, sessionId: string): NextStep => {
    const ids = { transactionId: transaction.id, sessionId }
    switch (way) {
      case 'redirect':
        return { kind: 'redirect', ...ids, url: challengePageUrl(ports.baseUrl(), page.handle) }
      case 'form_submit':
        return { kind: 'form_submit', ...ids, url: acsUrl, data: { creq: encodeChallengeRequest(challenge) } }
      case 'action':
        return {
          kind: 'action',
          ...ids,
          type: ACTION_TYPE.CHALLENGE,
          token: challengeToken({ ...challenge, acsUrl }),
          paymentData,
        }
    }
  }
  return waitForBrowser(ports, progress, {
    step: 'CHALLENGE',
    attempt,
    handles: [...(notification ? [notification] : []), ...(way === 'redirect' ? [page] : [])],
    describe,
  })
}

/** What the CReq of an attempt's running challenge says, and where it goes. */
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
