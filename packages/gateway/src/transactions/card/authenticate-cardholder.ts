import {
  type AuthenticationResponse,
  issueHandle,
  verdictOf,
  verdictWhenUnavailable,
} from '../../three-ds/index.ts'
import type { Next } from '../execution/flow.ts'
import { verdictContext, withAuthentication, withOutcome } from './authentication-progress.ts'
import { callThreeDsServer } from './call-three-ds-server.ts'
import type { CardInMemory, CardPorts, Progress } from './card-in-memory.ts'
import { askForChallenge } from './challenge-cardholder.ts'
import { describeAreq } from './describe-areq.ts'
import { end, followVerdict } from './follow-verdict.ts'
import { notificationUrl } from './pages/browser-urls.ts'

/** Sends the AReq. @see docs/protocol.md#three-ds */
export async function authenticateCardholder(
  ports: CardPorts,
  progress: Progress,
  completionIndicator: 'Y' | 'N' | 'U',
): Promise<Next<CardInMemory>> {
  const { transaction } = progress
  const notification =
    transaction.notificationUrl === null ? issueHandle(progress.keys, 'NOTIFICATION', ports.random) : null
  const request = describeAreq(progress, {
    merchantName: await ports.findMerchantName(transaction.merchantId),
    completionIndicator,
    notificationUrl:
      transaction.notificationUrl ??
      notificationUrl(ports, transaction.integration, notification?.handle ?? ''),
    metadata: ports.metadataFor(transaction),
  })
  const heard = await callThreeDsServer(ports, 'authenticate', transaction.id, () =>
    ports.threeDsServer.authenticate(request),
  )
  const response: AuthenticationResponse = heard.kind === 'silent' ? { kind: 'unavailable' } : heard.value

  const asked = withAuthentication(progress, { completionIndicator })
  switch (response.kind) {
    case 'error':
      return end(asked, '3000')
    case 'unavailable':
      return followVerdict(ports, asked, verdictWhenUnavailable(null, verdictContext(asked)))
    case 'authenticated': {
      const verdict = verdictOf(response, verdictContext(asked))
      return followVerdict(ports, withOutcome(asked, response, verdict), verdict)
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
