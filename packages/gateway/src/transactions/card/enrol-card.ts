import { type Enrolment, fingerprintToken, verdictWhenUnavailable } from '../../three-ds/index.ts'
import { threeDsOf } from '../execution/attempt.ts'
import type { Next } from '../execution/flow.ts'
import { askToAuthorize } from './ask-to-authorize.ts'
import { authenticateCardholder } from './authenticate-cardholder.ts'
import {
  cardOf,
  MESSAGE_VERSION,
  verdictContext,
  windowSizeFor,
  withAuthentication,
} from './authentication-progress.ts'
import { callThreeDsServer } from './call-three-ds-server.ts'
import type { CardInMemory, CardPorts, Progress } from './card-in-memory.ts'
import { end, followVerdict } from './follow-verdict.ts'
import { methodNotificationUrl } from './pages/browser-urls.ts'
import { ACTION_TYPE, waitForBrowser } from './wait-for-browser.ts'

/** Asks whether the card takes part in 3DS, and begins with the fingerprint where the issuer wants one. */
export async function enrolCard(ports: CardPorts, progress: Progress): Promise<Next<CardInMemory>> {
  const { transaction, proof, storedCredential } = progress
  // There is no cardholder to be authenticated.
  if (storedCredential?.initiator === 'MERCHANT') return askToAuthorize(ports, progress, null)
  if (proof !== null) {
    const { transStatus, eci } = proof
    return askToAuthorize(ports, withAuthentication(progress, { transStatus, eci }), proof)
  }
  const threeDsServerTransId = ports.random.uuid()
  const heard = await callThreeDsServer(ports, 'enrol', transaction.id, () =>
    ports.threeDsServer.enrol({
      merchantId: transaction.merchantId,
      transactionId: transaction.id,
      threeDsServerTransId,
      card: cardOf(progress),
      metadata: ports.metadataFor(transaction),
    }),
  )
  const enrolment: Enrolment = heard.kind === 'silent' ? { kind: 'unavailable' } : heard.value

  // The card needs no authentication, so there is none to be remembered.
  if (enrolment.kind === 'not_required') return askToAuthorize(ports, progress, null)
  const asked = withAuthentication(progress, { threeDsServerTransId })
  switch (enrolment.kind) {
    case 'error':
      return end(asked, '3000')
    case 'not_enrolled':
    case 'unavailable':
      return followVerdict(ports, asked, verdictWhenUnavailable(null, verdictContext(asked)))
    case 'enrolled': {
      const enrolled = withAuthentication(asked, { messageVersion: enrolment.messageVersion })
      return enrolment.methodUrl === null
        ? authenticateCardholder(ports, enrolled, 'U')
        : askForFingerprint(ports, enrolled, enrolment.methodUrl)
    }
  }
}

function askForFingerprint(
  ports: CardPorts,
  progress: Progress,
  methodUrl: string,
): Promise<Next<CardInMemory>> {
  const { transaction, attempt } = progress
  const { threeDsServerTransId, messageVersion } = threeDsOf(attempt)
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
