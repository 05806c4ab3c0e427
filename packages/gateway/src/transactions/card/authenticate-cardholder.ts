import { LIMITS } from '@sluice/types/vocabulary'

import {
  type AuthenticatedCard,
  type AuthenticationResponse,
  challengeToken,
  encodeChallengeRequest,
  type Enrolment,
  fingerprintToken,
  type IssuedHandle,
  issueHandle,
  judgeAuthentication,
  type JudgingContext,
  judgeUnavailable,
  roundColorDepth,
  type Verdict,
} from '../../three-ds/index.ts'
import type { Attempt, AttemptAuthentication } from '../execution/attempt.ts'
import type { NextStep } from '../execution/envelope.ts'
import type { Transaction } from '../execution/transaction.ts'
import { callThreeDsServer } from './call-three-ds-server.ts'
import { methodNotificationUrl, notificationUrl, challengePageUrl } from './pages/browser-urls.ts'
import type { FlowPorts, Progress, Stage, StageResult } from './flow.ts'
import { ACTION_TYPE, openStep, waitForBrowser } from './wait-for-browser.ts'

/** Used when the card range does not say otherwise. */
const MESSAGE_VERSION = '2.2.0'
/** Below this width a 390 pixel window would be cut off, so the challenge fills the screen. */
const NARROW_SCREEN_PIXELS = 390

/** Asks whether the card takes part in 3DS, and begins with the fingerprint where the issuer wants one. */
export async function enrolCard(ports: FlowPorts, progress: Progress): Promise<StageResult> {
  const { transaction, attempt, proof, storedCredential } = progress
  // There is no cardholder to be authenticated.
  if (storedCredential?.initiator === 'MERCHANT') return [progress, { kind: 'authorize', outcome: null }]
  if (proof !== null) {
    const { transStatus, eci } = proof
    return [withAuthentication(progress, { transStatus, eci }), { kind: 'authorize', outcome: proof }]
  }
  const heard = await callThreeDsServer(ports, 'enrol', () =>
    ports.threeDsServer.enrol({
      merchantId: transaction.merchantId,
      transactionId: transaction.id,
      threeDsServerTransId: attempt.authentication.threeDsServerTransId,
      card: cardOf(progress),
      simulation: progress.simulation,
    }),
  )
  const enrolment: Enrolment = heard.kind === 'silent' ? { kind: 'unavailable' } : heard.value

  switch (enrolment.kind) {
    case 'not_required':
      return [progress, { kind: 'authorize', outcome: null }]
    case 'error':
      return [progress, endStage('3000')]
    case 'not_enrolled':
    case 'unavailable':
      return [progress, stageOf(judgeUnavailable(null, judgingContext(progress)))]
    case 'enrolled': {
      const enrolled = withAuthentication(progress, { messageVersion: enrolment.messageVersion })
      if (enrolment.methodUrl === null) return [enrolled, { kind: 'authenticate', completionIndicator: 'U' }]
      return [enrolled, await askForFingerprint(ports, enrolled, enrolment.methodUrl)]
    }
  }
}

/** Sends the AReq. @see docs/protocol.md#three-ds */
export async function authenticateCardholder(
  ports: FlowPorts,
  progress: Progress,
  completionIndicator: 'Y' | 'N' | 'U',
): Promise<StageResult> {
  const { transaction, attempt } = progress
  if (transaction.browserInfo === null) throw new Error(`Transaction ${transaction.id} has no browser_info`)
  const notification =
    transaction.notificationUrl === null ? issueHandle(progress.keys, 'NOTIFICATION', ports.random) : null
  const { browserInfo } = transaction
  const merchantName = await ports.findMerchantName(transaction.merchantId)
  const heard = await callThreeDsServer(ports, 'authenticate', () =>
    ports.threeDsServer.authenticate({
      merchantId: transaction.merchantId,
      ...(merchantName === null ? {} : { merchantName }),
      transactionId: transaction.id,
      threeDsServerTransId: attempt.authentication.threeDsServerTransId,
      card: cardOf(progress),
      amountMinor: transaction.amountMinor,
      currency: transaction.currency,
      completionIndicator,
      challengeWindowSize: windowSizeFor(transaction),
      notificationUrl:
        transaction.notificationUrl ??
        notificationUrl(ports.baseUrl(), transaction.integration, notification?.handle ?? ''),
      browserInfo: {
        userAgent: browserInfo.user_agent,
        acceptHeader: browserInfo.accept_header,
        javaEnabled: browserInfo.java_enabled,
        colorDepth: roundColorDepth(browserInfo.color_depth),
        screenHeight: browserInfo.screen_height,
        screenWidth: browserInfo.screen_width,
        timeZoneOffset: browserInfo.time_zone_offset,
        language: browserInfo.language,
      },
      simulation: progress.simulation,
    }),
  )
  const response: AuthenticationResponse = heard.kind === 'silent' ? { kind: 'unavailable' } : heard.value

  const asked = withAuthentication(progress, { completionIndicator })
  switch (response.kind) {
    case 'error':
      return [asked, endStage('3000')]
    case 'unavailable':
      return [asked, stageOf(judgeUnavailable(null, judgingContext(asked)))]
    case 'authenticated': {
      const verdict = judgeAuthentication(response, judgingContext(asked))
      return [withOutcome(asked, response, verdict), stageOf(verdict)]
    }
    case 'challenge': {
      const challenged = withAuthentication(asked, {
        acsTransId: response.acsTransId,
        acsUrl: response.acsUrl,
        dsTransId: response.dsTransId,
        transStatus: 'C',
      })
      return [challenged, await askForChallenge(ports, challenged, notification, response.delivery)]
    }
  }
}

/**
 * Issues the additional challenge, the way the first was: who was given a page or a form has nothing to complete the
 * second one with. The ACS goes on posting to the notification URL of the AReq.
 */
export async function challengeAgain(ports: FlowPorts, progress: Progress): Promise<StageResult> {
  const { keys, transaction, continuation } = progress
  const { sealedStep } = continuation
  const delivery = sealedStep === null ? 'action' : openStep(keys.dataKey, transaction.id, sealedStep).kind
  return [progress, await askForChallenge(ports, progress, null, delivery)]
}

/** Writes what an authentication found into the attempt. */
export function withOutcome(
  progress: Progress,
  outcome: Pick<AttemptAuthentication, 'transStatus' | 'transStatusReason' | 'dsTransId' | 'eci'>,
  verdict: Verdict,
): Progress {
  return withAuthentication(progress, {
    transStatus: outcome.transStatus,
    transStatusReason: outcome.transStatusReason,
    dsTransId: outcome.dsTransId ?? progress.attempt.authentication.dsTransId,
    eci: verdict.kind === 'authorize' ? verdict.outcome.eci : outcome.eci,
  })
}

export function withAuthentication(progress: Progress, changes: Partial<AttemptAuthentication>): Progress {
  const attempt: Attempt = {
    ...progress.attempt,
    authentication: { ...progress.attempt.authentication, ...changes },
  }
  return { ...progress, attempt }
}

/** Turns a verdict into what is done next. */
export function stageOf(verdict: Verdict): Stage {
  switch (verdict.kind) {
    case 'authorize':
      return { kind: 'authorize', outcome: verdict.outcome }
    case 'challenge_again':
      return { kind: 'challenge_again' }
    case 'end':
      return endStage(verdict.processingCode)
  }
}

export function judgingContext({ attempt, card, rules }: Progress): JudgingContext {
  return { brand: card.brand, onUnavailable: rules.onUnavailable, round: attempt.authentication.round }
}

function endStage(processingCode: '3000' | Extract<Verdict, { kind: 'end' }>['processingCode']): Stage {
  return { kind: 'end', processingCode, cause: 'three-ds' }
}

async function askForFingerprint(ports: FlowPorts, progress: Progress, methodUrl: string): Promise<Stage> {
  const { transaction, attempt } = progress
  const { threeDsServerTransId, messageVersion } = attempt.authentication
  const envelope = await waitForBrowser(ports, progress, {
    step: 'FINGERPRINT',
    attempt,
    handles: [],
    describe: (paymentData, sessionId) => ({
      kind: 'action',
      transactionId: transaction.id,
      sessionId,
      type: ACTION_TYPE.FINGERPRINT,
      token: fingerprintToken({
        methodUrl,
        threeDsServerTransId,
        methodNotificationUrl: methodNotificationUrl(ports.baseUrl(), threeDsServerTransId),
        messageVersion: messageVersion ?? MESSAGE_VERSION,
        challengeWindowSize: windowSizeFor(transaction),
      }),
      paymentData,
    }),
  })
  return { kind: 'answer', envelope }
}

async function askForChallenge(
  ports: FlowPorts,
  progress: Progress,
  notification: IssuedHandle | null,
  delivery: 'action' | 'redirect' | 'form_submit',
): Promise<Stage> {
  const { transaction } = progress
  const nowMs = ports.clock.now()
  const { attempt } = withAuthentication(progress, {
    round: progress.attempt.authentication.round + 1,
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
  return {
    kind: 'answer',
    envelope: await waitForBrowser(ports, progress, {
      step: 'CHALLENGE',
      attempt,
      handles: [...(notification ? [notification] : []), ...(way === 'redirect' ? [page] : [])],
      describe,
    }),
  }
}

/** What the CReq of an attempt's running challenge says, and where it goes. */
export function describeChallenge(transaction: Transaction, attempt: Attempt) {
  const { threeDsServerTransId, acsTransId, acsUrl, messageVersion } = attempt.authentication
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

function cardOf({ card }: Progress): AuthenticatedCard {
  return {
    pan: card.pan,
    brand: card.brand,
    expirationMonth: card.expirationMonth,
    expirationYear: card.expirationYear,
  }
}

/** The direct API decides the size of its own window, so it gets the full screen; our own windows are the default size. */
function windowSizeFor(transaction: Transaction): string {
  if (transaction.integration === 'DIRECT_API') return '05'
  const narrow = (transaction.browserInfo?.screen_width ?? Infinity) < NARROW_SCREEN_PIXELS
  return narrow ? '05' : '02'
}
