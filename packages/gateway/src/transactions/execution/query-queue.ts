import { createWorkQueue } from '@sluice/platform/kernel/work-queue'

/**
 * Concurrent status queries to one party: a quarter of its connections, so that the others stay free for payments, however
 * many queries wait and however slowly the party responds.
 */
export const QUERIES_AT_ONCE = 64
/** Status queries that may wait. Further ones count as unanswered and are retried when they are due. */
export const QUERIES_WAITING = 256

/** Makes an outgoing call whose status query waits in the queue. */
export type QueueQuery = <T, Result>(
  ask: () => Promise<T>,
  call: (queueQuery: () => Promise<T>) => Promise<Result>,
) => Promise<Result>

/** The query queue of one party. Waiting counts towards the call's timeout: a query that times out leaves the queue without being sent. */
export function createQueryQueue(): QueueQuery {
  const inTurn = createWorkQueue({ atOnce: QUERIES_AT_ONCE, waitingMax: QUERIES_WAITING })
  return async (ask, call) => {
    const result = new AbortController()
    try {
      return await call(() => inTurn(ask, { hasPriority: false, signal: result.signal }))
    } finally {
      result.abort()
    }
  }
}
