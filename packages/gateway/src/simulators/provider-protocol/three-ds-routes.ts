import {
  authenticationRequestWire,
  enrolmentRequestWire,
  fromAuthenticationRequestWire,
  fromEnrolmentRequestWire,
  toAuthenticationWire,
  toChallengeResultWire,
  toEnrolmentWire,
} from '../../providers/http/three-ds-server.wire.ts'
import type { ThreeDsServer } from '../../three-ds/three-ds-server.ts'
import { type PartyRoute, readBody } from './handle-message.ts'

/** Lets the simulated 3DS server answer by the provider protocol. @see docs/provider-protocol.md#3ds-server */
export function listThreeDsRoutes(threeDsServer: ThreeDsServer): readonly PartyRoute[] {
  return [
    {
      method: 'POST',
      path: /^\/enrolments$/,
      async answer(body) {
        const request = fromEnrolmentRequestWire(readBody(body, enrolmentRequestWire))
        return toEnrolmentWire(await threeDsServer.enrol(request))
      },
    },
    {
      method: 'POST',
      path: /^\/authentications$/,
      async answer(body) {
        const request = fromAuthenticationRequestWire(readBody(body, authenticationRequestWire))
        return toAuthenticationWire(await threeDsServer.authenticate(request))
      },
    },
    {
      method: 'GET',
      path: /^\/challenge-results\/([^/]+)\/([0-9]{1,2})$/,
      answer: async (_body, [id = '', round = '']) =>
        toChallengeResultWire(id, await threeDsServer.readChallengeResult(id, Number(round))),
    },
  ]
}
