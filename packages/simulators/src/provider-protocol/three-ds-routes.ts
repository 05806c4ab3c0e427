import { authentication, enrolment } from '@sluice/provider-protocol'

import type { ThreeDsServer } from '../authentication.ts'
import { type PartyRoute, readBody } from './handle-message.ts'
import {
  fromAuthenticationMessage,
  fromEnrolmentMessage,
  toAuthenticationAnswer,
  toChallengeResult,
  toEnrolmentAnswer,
} from './three-ds-messages.ts'

/** Lets the simulated 3DS server answer by the provider protocol. @see docs/provider-protocol.md#3ds-server */
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
        const request = fromAuthenticationMessage(readBody(body, authentication))
        return toAuthenticationAnswer(await threeDsServer.authenticate(request))
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
