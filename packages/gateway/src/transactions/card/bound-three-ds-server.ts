import { LIMITS } from '@sluice/types/vocabulary'

import type { ThreeDsServer } from '../../three-ds/index.ts'
import { createAskInTurn } from '../execution/ask-in-turn.ts'
import type { CallOutside } from '../execution/call-outside.ts'

/**
 * The 3DS server as card payments see it: every call is limited in time, measured and logged, and none throws. A server
 * that is silent is unavailable, and knows no result; the shopper does not wait longer.
 */
export function boundThreeDsServer(server: ThreeDsServer, callOutside: CallOutside): ThreeDsServer {
  const bind = {
    party: '3ds-server',
    limitMs: LIMITS.AUTHENTICATION_REQUEST_TIMEOUT_SECONDS * 1000,
  }
  const askInTurn = createAskInTurn()
  return {
    async enrol(request) {
      const heard = await callOutside({
        ...bind,
        operation: 'enrol',
        transactionId: request.transactionId,
        ask: () => server.enrol(request),
        describe: ({ kind }) => kind,
      })
      return heard.kind === 'silent' ? { kind: 'unavailable', threeDsServerTransId: null } : heard.value
    },

    async authenticate(request) {
      const heard = await callOutside({
        ...bind,
        operation: 'authenticate',
        transactionId: request.transactionId,
        ask: () => server.authenticate(request),
        describe: ({ kind }) => kind,
      })
      return heard.kind === 'silent' ? { kind: 'unavailable' } : heard.value
    },

    // The page at a challenge's end needs no credentials: those who reload it must not keep others from authenticating.
    async readChallengeResult(challenge) {
      const heard = await askInTurn(
        () => server.readChallengeResult(challenge),
        (ask) =>
          callOutside({
            ...bind,
            operation: 'read-result',
            transactionId: challenge.transactionId,
            ask,
            describe: (result) => (result === null ? 'none' : 'ok'),
          }),
      )
      return heard.kind === 'silent' ? null : heard.value
    },
  }
}
