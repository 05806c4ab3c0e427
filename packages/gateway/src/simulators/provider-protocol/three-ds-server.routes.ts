import type { HttpServer } from '../../platform/http/http-server.ts'
import {
  authenticationRequestWire,
  enrolmentRequestWire,
  fromAuthenticationRequestWire,
  fromEnrolmentRequestWire,
  THREE_DS_SERVER_PATHS,
  toAuthenticationWire,
  toChallengeResultWire,
  toEnrolmentWire,
} from '../../providers/http-three-ds-server/three-ds-server.wire.ts'
import type { ThreeDsServer } from '../../three-ds/three-ds-server.ts'
import { createSignedRoutes, type SignedRoutesOptions } from './signed-routes.ts'

export const THREE_DS_SERVER_PREFIX = '/three-ds-server'

/** Lets the simulated 3DS server answer by the provider protocol. */
export function registerThreeDsServer(
  server: HttpServer,
  threeDsServer: ThreeDsServer,
  options: Omit<SignedRoutesOptions, 'server' | 'prefix'>,
): void {
  const routes = createSignedRoutes({ server, prefix: THREE_DS_SERVER_PREFIX, ...options })

  routes.post(THREE_DS_SERVER_PATHS.enrolments, enrolmentRequestWire, async (wire) =>
    toEnrolmentWire(await threeDsServer.enrol(fromEnrolmentRequestWire(wire))),
  )
  routes.post(THREE_DS_SERVER_PATHS.authentications, authenticationRequestWire, async (wire) =>
    toAuthenticationWire(await threeDsServer.authenticate(fromAuthenticationRequestWire(wire))),
  )
  routes.get(`${THREE_DS_SERVER_PATHS.challengeResults}/:id/:round`, async ({ id = '', round = '' }) =>
    toChallengeResultWire(id, await threeDsServer.readChallengeResult(id, Number(round))),
  )
}
