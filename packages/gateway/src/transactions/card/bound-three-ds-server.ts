import { LIMITS } from '@sluice/types/vocabulary'

import {
  endOfError,
  type ProviderHealth,
  THREE_DS_PARTY,
  threeDsAccount,
} from '../../provider-health/index.ts'
import type { AuthenticatedCard, ThreeDsServer } from '../../three-ds/index.ts'
import { createQueryQueue } from '../execution/query-queue.ts'
import type { CallOutside, CallResult } from '../execution/call-outside.ts'

/**
 * Wraps a 3DS server for card payments: every call has a deadline, is measured and logged, and none throws. A server
 * that does not answer counts as unavailable and without a result, so that the shopper waits no longer.
 *
 * @param watch - records which authentications are answered.
 */
export function boundThreeDsServer(
  id: string,
  server: ThreeDsServer,
  callOutside: CallOutside,
  watch: ProviderHealth['watch'],
): ThreeDsServer {
  const bind = {
    party: THREE_DS_PARTY,
    limitMs: LIMITS.AUTHENTICATION_REQUEST_TIMEOUT_SECONDS * 1000,
  }
  const authenticating = <T extends { readonly kind: string }>(
    operation: string,
    request: {
      readonly merchantId: string
      readonly transactionId: string
      readonly card: Pick<AuthenticatedCard, 'pan'>
    },
    ask: () => Promise<T>,
  ): Promise<CallResult<T>> => {
    let failure = endOfError(null)
    const noteFailure = (error: unknown): never => {
      failure = endOfError(error)
      throw error
    }
    return watch(
      threeDsAccount(id),
      { merchantId: request.merchantId, card: request.card.pan },
      () =>
        callOutside({
          ...bind,
          operation,
          transactionId: request.transactionId,
          ask: () => ask().catch(noteFailure),
          describe: ({ kind }) => kind,
        }),
      ({ kind }) => (kind === 'answered' ? 'answered' : failure),
    )
  }
  const queueQuery = createQueryQueue()
  const { authenticateMerchantInitiated } = server
  return {
    ...(authenticateMerchantInitiated && {
      async authenticateMerchantInitiated(request) {
        const callResult = await authenticating('authenticate-3ri', request, () =>
          authenticateMerchantInitiated.call(server, request),
        )
        return callResult.kind === 'unanswered' ? { kind: 'unavailable' } : callResult.value
      },
    }),

    async enrol(request) {
      const callResult = await authenticating('enrol', request, () => server.enrol(request))
      return callResult.kind === 'unanswered'
        ? { kind: 'unavailable', threeDsServerTransId: null }
        : callResult.value
    },

    async authenticate(request) {
      const callResult = await authenticating('authenticate', request, () => server.authenticate(request))
      return callResult.kind === 'unanswered' ? { kind: 'unavailable' } : callResult.value
    },

    // The page at a challenge's end needs no credentials: those who reload it must not keep others from authenticating.
    async readChallengeResult(challenge) {
      const callResult = await queueQuery(
        () => server.readChallengeResult(challenge),
        (ask) =>
          callOutside({
            ...bind,
            operation: 'read-result',
            transactionId: challenge.transactionId,
            ask,
            describe: (result) => (result ? 'ok' : 'none'),
          }),
      )
      return callResult.kind === 'unanswered' ? undefined : callResult.value
    },
  }
}
