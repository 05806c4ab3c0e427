import { LIMITS } from '@sluice/types/vocabulary'

import type { ChallengeResult, ThreeDsServer } from '../../three-ds/index.ts'
import type { CallOutside, Heard } from '../execution/call-outside.ts'

export interface ThreeDsCallPorts {
  readonly callOutside: CallOutside
  readonly threeDsServer: ThreeDsServer
}

/** Calls the 3DS server. One that is silent is unavailable; the shopper does not wait longer. */
export function callThreeDsServer<T extends { readonly kind: string }>(
  ports: Pick<ThreeDsCallPorts, 'callOutside'>,
  operation: 'enrol' | 'authenticate',
  transactionId: string,
  ask: () => Promise<T>,
): Promise<Heard<T>> {
  return call(ports, operation, transactionId, ask, ({ kind }) => kind)
}

/** The stored result of a challenge round; null while none is known. */
export async function readChallengeResult(
  ports: ThreeDsCallPorts,
  transactionId: string,
  { threeDsServerTransId, round }: { readonly threeDsServerTransId: string; readonly round: number },
): Promise<ChallengeResult | null> {
  const read = () => ports.threeDsServer.readChallengeResult(threeDsServerTransId, round)
  const heard = await call(ports, 'read-result', transactionId, read, (result) =>
    result === null ? 'none' : 'ok',
  )
  return heard.kind === 'silent' ? null : heard.value
}

function call<T>(
  { callOutside }: Pick<ThreeDsCallPorts, 'callOutside'>,
  operation: string,
  transactionId: string,
  ask: () => Promise<T>,
  describe: (answer: T) => string,
): Promise<Heard<T>> {
  return callOutside({
    party: '3ds-server',
    operation,
    transactionId,
    limitMs: LIMITS.AUTHENTICATION_REQUEST_TIMEOUT_SECONDS * 1000,
    ask,
    describe,
  })
}
