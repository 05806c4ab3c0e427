import { authentication, enrolment } from '@sluice/provider-protocol'

import type { ThreeDsServer } from '../authentication.ts'
import { type PartyRoute, readBody } from './handle-message.ts'
import {
  fromAuthenticationMessage,
  fromEnrolmentMessage,
  fromMerchantInitiatedMessage,
  toAuthenticationAnswer,
  toChallengeResult,
  toEnrolmentAnswer,
} from './three-ds-messages.ts'

/**
 * Makes the simulated 3DS server speak the provider protocol.
 *
 * @see docs/provider-protocol/three-ds-server.md#3ds-server
 */
export function listThreeDsRoutes(threeDsServer: ThreeDsServer): readonly PartyRoute[] {
  return [
    {
      method: 'POST',
      path: /^\/enrolments$/,
      async answer(body) {
        const request = fromEnrolmentMessage(readBody(body, enrolment))
        return toEnrolmentAnswer(await threeDsServer.enrol(request))
      },
    },
    {
      method: 'POST',
      path: /^\/authentications$/,
      async answer(body) {
        const message = readBody(body, authentication)
        const response =
          message.device_channel === '03'
            ? threeDsServer.authenticateMerchantInitiated(fromMerchantInitiatedMessage(message))
            : threeDsServer.authenticate(fromAuthenticationMessage(message))
        return toAuthenticationAnswer(await response)
      },
    },
    {
      method: 'GET',
      path: /^\/challenge-results\/([^/]+)\/([0-9]{1,2})$/,
      answer: async (_body, [id = '', round = '']) =>
        toChallengeResult(id, await threeDsServer.readChallengeResult(id, Number(round))),
    },
  ]
}
