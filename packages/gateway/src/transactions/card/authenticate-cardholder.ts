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
import type { Next } from '../execution/flow.ts'
import type { Transaction } from '../execution/transaction.ts'
import { callThreeDsServer } from './call-three-ds-server.ts'
import { methodNotificationUrl, notificationUrl, challengePageUrl } from './pages/browser-urls.ts'
import { cardholderOf, runsScripts } from './areq-cardholder.ts'
import { askToAuthorize } from './ask-to-authorize.ts'
import type { CardInMemory, CardPorts, Progress } from './card-in-memory.ts'
import { ACTION_TYPE, openStep, waitForBrowser } from './wait-for-browser.ts'

/** Used when the card range does not say otherwise. */
const MESSAGE_VERSION = '2.2.0'
/** Below this width a 390 pixel window would be cut off, so the challenge fills the screen. */
const NARROW_SCREEN_PIXELS = 390

/** Asks whether the card takes part in 3DS, and begins with the fingerprint where the issuer wants one. */
export async function enrolCard(ports: CardPorts, progress: Progress): Promise<Next<CardInMemory>> {
  const { transaction, attempt, proof, storedCredential } = progress
  // There is no cardholder to be authenticated.
  if (storedCredential?.initiator === 'MERCHANT') return askToAuthorize(ports, progress, null)
  if (proof !== null) {
    const { transStatus, eci } = proof
    return askToAuthorize(ports, withAuthentication(progress, { transStatus, eci }), proof)
  }
  const heard = await callThreeDsServer(ports, 'enrol', () =>
    ports.threeDsServer.enrol({
      merchantId: transaction.merchantId,
      transactionId: transaction.id,
      threeDsServerTransId: attempt.authentication.threeDsServerTransId,
      card: cardOf(progress),
      metadata: ports.metadataFor(transaction),
    }),
  )
  const enrolment: Enrolment = heard.kind === 'silent' ? { kind: 'unavailable' } : heard.value

  switch (enrolment.kind) {
    case 'not_required':
      return askToAuthorize(ports, progress, null)
    case 'error':
      return end(progress, '3000')
    case 'not_enrolled':
    case 'unavailable':
      return follow(ports, progress, judgeUnavailable(null, judgingContext(progress)))
    case 'enrolled': {
      const enrolled = withAuthentication(progress, { messageVersion: enrolment.messageVersion })
      return enrolment.methodUrl === null
        ? authenticateCardholder(ports, enrolled, 'U')
        : askForFingerprint(ports, enrolled, enrolment.methodUrl)
    }
  }
}

/** Sends the AReq. @see docs/protocol.md#three-ds */
export async function authenticateCardholder(
  ports: CardPorts,
  progress: Progress,
  completionIndicator: 'Y' | 'N' | 'U',
): Promise<Next<CardInMemory>> {
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
        notificationUrl(ports, transaction.integration, notification?.handle ?? ''),
      cardholder: cardholderOf(transaction),
      browserInfo: {
        ip: transaction.customerIp,
        javaScriptEnabled: runsScripts(transaction),
        userAgent: browserInfo.user_agent,
        acceptHeader: browserInfo.accept_header,
        javaEnabled: browserInfo.java_enabled,
        colorDepth: roundColorDepth(browserInfo.color_depth),
        screenHeight: browserInfo.screen_height,
        screenWidth: browserInfo.screen_width,
        timeZoneOffset: browserInfo.time_zone_offset,
        language: browserInfo.language,
      },
      metadata: ports.metadataFor(transaction),
    }),
  )
  const response: AuthenticationResponse = heard.kind === 'silent' ? { kind: 'unavailable' } : heard.value

  const asked = withAuthentication(progress, { completionIndicator })
  switch (response.kind) {
    case 'error':
      return end(asked, '3000')
    case 'unavailable':
      return follow(ports, asked, judgeUnavailable(null, judgingContext(asked)))
    case 'authenticated': {
      const verdict = judgeAuthentication(response, judgingContext(asked))
      return follow(ports, withOutcome(asked, response, verdict), verdict)
    }
    case 'challenge': {
      const challenged = withAuthentication(asked, {
        acsTransId: response.acsTransId,
        acsUrl: response.acsUrl,
        dsTransId: response.dsTransId,
        transStatus: 'C',
      })
      return askForChallenge(ports, challenged, notification, response.delivery)
    }
  }
}

/**
 * Issues the additional challenge, the way the first was: who was given a page or a form has nothing to complete the
 * second one with. The ACS goes on posting to the notification URL of the AReq.
 */
function challengeAgain(ports: CardPorts, progress: Progress): Promise<Next<CardInMemory>> {
  const { keys, transaction, continuation } = progress
  const { sealedStep } = continuation
  const delivery = sealedStep === null ? 'action' : openStep(keys.dataKey, transaction.id, sealedStep).kind
  return askForChallenge(ports, progress, null, delivery)
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

/** Does what follows from a verdict. */
export function follow(
  ports: CardPorts,
  progress: Progress,
  verdict: Verdict,
): Next<CardInMemory> | Promise<Next<CardInMemory>> {
  switch (verdict.kind) {
    case 'authorize':
      return askToAuthorize(ports, progress, verdict.outcome)
    case 'challenge_again':
      return challengeAgain(ports, progress)
    case 'end':
      return end(progress, verdict.processingCode)
  }
}

export function judgingContext({ attempt, card, rules }: Progress): JudgingContext {
  return { brand: card.brand, onUnavailable: rules.onUnavailable, round: attempt.authentication.round }
}

/** Ends a transaction that the authentication decided: no provider is asked. */
export function end(
  movement: Progress,
  processingCode: '3000' | Extract<Verdict, { kind: 'end' }>['processingCode'],
): Next<CardInMemory> {
  return { kind: 'end', movement, processingCode, cause: 'three-ds' }
}

function askForFingerprint(
  ports: CardPorts,
  progress: Progress,
  methodUrl: string,
): Promise<Next<CardInMemory>> {
  const { transaction, attempt } = progress
  const { threeDsServerTransId, messageVersion } = attempt.authentication
  return waitForBrowser(ports, progress, {
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
}

function askForChallenge(
  ports: CardPorts,
  progress: Progress,
  notification: IssuedHandle | null,
  delivery: 'action' | 'redirect' | 'form_submit',
): Promise<Next<CardInMemory>> {
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
  return waitForBrowser(ports, progress, {
    step: 'CHALLENGE',
    attempt,
    handles: [...(notification ? [notification] : []), ...(way === 'redirect' ? [page] : [])],
    describe,
  })
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
