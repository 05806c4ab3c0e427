import {
  type AuthenticationRequest,
  type IssuedHandle,
  issueHandle,
  type ThreeDsServer,
} from '../../three-ds/index.ts'
import { threeDsOf } from '../execution/attempt.ts'
import type { Next } from '../execution/flow.ts'
import { missingIdAlert } from '../execution/taken-three-ds-id.ts'
import { askToAuthorize } from './ask-to-authorize.ts'
import { withAuthentication } from './authentication-progress.ts'
import { challengeStep, fingerprintStep } from './browser-steps.ts'
import type { CardInMemory, CardPorts, Progress } from './card-in-memory.ts'
import {
  type CompletionIndicator,
  type Course,
  courseAfterAuthentication,
  courseAfterEnrolment,
  courseWithoutServer,
} from './course.ts'
import { describeAreq, describeEnrolment } from './describe-areq.ts'
import { authenticateMerchantInitiated } from './authenticate-merchant-initiated.ts'
import { findContext } from './find-context.ts'
import { challengeReturnUrl, notificationUrl } from './pages/browser-urls.ts'
import { waitForBrowser } from './wait-for-browser.ts'

/** Takes a card payment along its course until it has to wait for a browser, the provider is asked, or it ends. */
export async function followCourse(ports: CardPorts, first: Course): Promise<Next<CardInMemory>> {
  for (let course = first; ;) {
    switch (course.kind) {
      case 'enrol':
        course = await enrol(ports, course.progress)
        break
      case 'authenticate_merchant_initiated':
        course = await authenticateMerchantInitiated(ports, course)
        break
      case 'authenticate':
        course = await authenticate(ports, course.progress, course.completionIndicator)
        break
      case 'fingerprint':
        return waitForBrowser(ports, fingerprintStep(course, ports.baseUrl()))
      case 'challenge': {
        const { clock, random, baseUrl } = ports
        const page = issueHandle(course.progress.keys, 'PAGE', random)
        return waitForBrowser(ports, challengeStep(course, { nowMs: clock.now(), page, baseUrl: baseUrl() }))
      }
      case 'authorize':
        return askToAuthorize(ports, course.progress, course.proof)
      case 'end': {
        const { progress: movement, processingCode } = course
        const alert = course.lacksId && { alert: missingIdAlert(movement) }
        return { kind: 'end', movement, processingCode, cause: 'three-ds', ...alert }
      }
    }
  }
}

/** Asks whether the card takes part in 3DS. */
async function enrol(ports: CardPorts, progress: Progress): Promise<Course> {
  const { transaction, rules } = progress
  const { serverId, ...context } = await findContext(ports, progress)
  const { id, server } = ports.threeDsServers.choose(serverId)
  if (server === null) {
    ports.onUnknownThreeDsServer({ id, merchantId: transaction.merchantId, transactionId: transaction.id })
    return { kind: 'end', progress, processingCode: '2024' }
  }
  if (ports.isThreeDsServerOpen(id)) {
    const mayProceed = rules.onUnavailable === 'PROCEED' && (await ports.mayProceed(transaction.merchantId))
    return courseWithoutServer(progress, mayProceed)
  }
  return courseAfterEnrolment(progress, await server.enrol(describeEnrolment(progress, context)), id)
}

/** Sends the AReq. @see docs/protocol.md#three-ds */
async function authenticate(
  ports: CardPorts,
  progress: Progress,
  completionIndicator: CompletionIndicator,
): Promise<Course> {
  const { threeDsServers, random } = ports
  const { transaction, keys } = progress
  const notification = issueHandle(keys, 'NOTIFICATION', random)
  const { integration } = transaction
  const request = describeAreq(progress, {
    ...(await findContext(ports, progress)),
    completionIndicator,
    notificationUrl: transaction.notificationUrl ?? notificationUrl(ports, integration, notification.handle),
    returnUrl: challengeReturnUrl(ports, integration, notification.handle),
  })
  const { serverId } = threeDsOf(progress.attempt)
  const server = threeDsServers.find(serverId)
  const response = await server.authenticate(request)
  if (response.kind === 'expired') return authenticateAgain(server, progress, request, notification)
  const asked = withAuthentication(progress, { completionIndicator })
  return courseAfterAuthentication(asked, response, notification)
}

/**
 * Enrols a card again, once, after its id has expired at the 3DS server, and authenticates with the new id. The browser is not
 * fingerprinted again: it would make the shopper wait a second time.
 */
async function authenticateAgain(
  server: ThreeDsServer,
  progress: Progress,
  request: AuthenticationRequest,
  notification: IssuedHandle,
): Promise<Course> {
  // The first key would return the first id.
  const renewed = { ...request, key: `${request.key}_2` }
  const enrolment = await server.enrol(renewed)
  const course = courseAfterEnrolment(progress, enrolment, threeDsOf(progress.attempt).serverId)
  if (enrolment.kind !== 'enrolled') return course
  const { threeDsServerTransId, methodUrl } = enrolment
  const completionIndicator = methodUrl === null ? 'U' : 'N'
  const response = await server.authenticate({ ...renewed, threeDsServerTransId, completionIndicator })
  return courseAfterAuthentication(
    withAuthentication(course.progress, { completionIndicator }),
    response,
    notification,
  )
}
