import {
  type AuthenticationRequest,
  type IssuedResumeToken,
  issueResumeToken,
  type ThreeDsServer,
} from '../../three-ds/index.ts'
import { threeDsOf } from '../execution/attempt.ts'
import type { PaymentStep } from '../execution/flow.ts'
import { missingIdAlert } from '../execution/taken-three-ds-id.ts'
import { authorizeAtProvider } from './authorize-at-provider.ts'
import { withAuthentication } from './authentication-progress.ts'
import { challengeStep, fingerprintStep } from './browser-steps.ts'
import type { CardContext, CardPorts, Progress } from './card-context.ts'
import {
  type CompletionIndicator,
  type ThreeDsStep,
  stepAfterAuthentication,
  stepAfterEnrolment,
  stepWithoutServer,
} from './three-ds-step.ts'
import { describeAreq, describeEnrolment } from './describe-areq.ts'
import { authenticateMerchantInitiated } from './authenticate-merchant-initiated.ts'
import { findContext } from './find-context.ts'
import { challengeReturnUrl, notificationUrl } from './pages/browser-urls.ts'
import { waitForBrowser } from './wait-for-browser.ts'

/**
 * Advances a card payment along its threeDsStep until it has to wait for a browser, the provider is called, or it ends.
 */
export async function runThreeDs(ports: CardPorts, first: ThreeDsStep): Promise<PaymentStep<CardContext>> {
  for (let threeDsStep = first; ;) {
    switch (threeDsStep.kind) {
      case 'enrol':
        threeDsStep = await enrol(ports, threeDsStep.progress)
        break
      case 'authenticate_merchant_initiated':
        threeDsStep = await authenticateMerchantInitiated(ports, threeDsStep)
        break
      case 'authenticate':
        threeDsStep = await authenticate(ports, threeDsStep.progress, threeDsStep.completionIndicator)
        break
      case 'fingerprint':
        return waitForBrowser(ports, fingerprintStep(threeDsStep, ports.baseUrl()))
      case 'challenge': {
        const { clock, random, baseUrl } = ports
        const page = issueResumeToken(threeDsStep.progress.keys, 'PAGE', random)
        return waitForBrowser(
          ports,
          challengeStep(threeDsStep, { nowMs: clock.now(), page, baseUrl: baseUrl() }),
        )
      }
      case 'authorize':
        return authorizeAtProvider(ports, threeDsStep.progress, threeDsStep.proof)
      case 'end': {
        const { progress: execution, processingCode } = threeDsStep
        const alert = threeDsStep.lacksId && { alert: missingIdAlert(execution) }
        return { kind: 'end', execution, processingCode, cause: 'three-ds', ...alert }
      }
    }
  }
}

/** Queries whether the card takes part in 3DS. */
async function enrol(ports: CardPorts, progress: Progress): Promise<ThreeDsStep> {
  const { transaction, rules } = progress
  const { serverId, ...context } = await findContext(ports, progress)
  const { id, server } = ports.threeDsServers.choose(serverId)
  if (server === null) {
    ports.onUnknownThreeDsServer({ id, merchantId: transaction.merchantId, transactionId: transaction.id })
    return { kind: 'end', progress, processingCode: '2024' }
  }
  if (ports.isThreeDsServerOpen(id)) {
    const mayProceed = rules.onUnavailable === 'PROCEED' && (await ports.mayProceed(transaction.merchantId))
    return stepWithoutServer(progress, mayProceed)
  }
  return stepAfterEnrolment(progress, await server.enrol(describeEnrolment(progress, context)), id)
}

/** Sends the AReq. @see docs/protocol/three-ds.md#three-ds */
async function authenticate(
  ports: CardPorts,
  progress: Progress,
  completionIndicator: CompletionIndicator,
): Promise<ThreeDsStep> {
  const { threeDsServers, random } = ports
  const { transaction, keys } = progress
  const notification = issueResumeToken(keys, 'NOTIFICATION', random)
  const { integration } = transaction
  const request = describeAreq(progress, {
    ...(await findContext(ports, progress)),
    completionIndicator,
    notificationUrl:
      transaction.notificationUrl ?? notificationUrl(ports, integration, notification.resumeToken),
    returnUrl: challengeReturnUrl(ports, integration, notification.resumeToken),
  })
  const { serverId } = threeDsOf(progress.attempt)
  const server = threeDsServers.find(serverId)
  const response = await server.authenticate(request)
  if (response.kind === 'expired') return authenticateAgain(server, progress, request, notification)
  const asked = withAuthentication(progress, { completionIndicator })
  return stepAfterAuthentication(asked, response, notification)
}

/**
 * Enrols a card again, once, after its id has expired at the 3DS server, and authenticates with the new id. The browser is not
 * fingerprinted again: it would make the shopper wait a second time.
 */
async function authenticateAgain(
  server: ThreeDsServer,
  progress: Progress,
  request: AuthenticationRequest,
  notification: IssuedResumeToken,
): Promise<ThreeDsStep> {
  // The first key would return the first id.
  const renewed = { ...request, key: `${request.key}_2` }
  const enrolment = await server.enrol(renewed)
  const threeDsStep = stepAfterEnrolment(progress, enrolment, threeDsOf(progress.attempt).serverId)
  if (enrolment.kind !== 'enrolled') return threeDsStep
  const { threeDsServerTransId, methodUrl } = enrolment
  const completionIndicator = methodUrl === null ? 'U' : 'N'
  const response = await server.authenticate({ ...renewed, threeDsServerTransId, completionIndicator })
  return stepAfterAuthentication(
    withAuthentication(threeDsStep.progress, { completionIndicator }),
    response,
    notification,
  )
}
