import type { createFailedRequests } from '@sluice/portal-api/failed-requests'
import type { Clock } from '@sluice/platform/kernel/clock'

import type { CountTransactions } from '../transactions/index.ts'

const DAY_MS = 86_400_000
const PAYMENTS_DAYS = 30
const FAILURES_DAYS = 7

interface ActivityPorts {
  readonly countTransactions: CountTransactions
  readonly failedRequests: Pick<ReturnType<typeof createFailedRequests>, 'group'>
  /** Payments have the merchant's time, which a sandbox can move. */
  readonly clock: Clock
  /** Failed requests have the real time. */
  readonly realTime: Clock
}

/** Counts a merchant's payments of the last 30 days and its failed requests of the last seven. */
export function createCountActivity({ countTransactions, failedRequests, clock, realTime }: ActivityPorts) {
  return async (merchantId: string) => {
    const { counts } = await countTransactions(merchantId, clock.now() - PAYMENTS_DAYS * DAY_MS)
    const groups = await failedRequests.group(merchantId, realTime.now() - FAILURES_DAYS * DAY_MS)
    return {
      payments: sum(counts),
      approved: sum(counts.filter(({ status }) => status === 'APPROVED')),
      failedRequests: sum(groups),
    }
  }
}

function sum(counted: readonly { readonly count: number }[]): number {
  return counted.reduce((total, { count }) => total + count, 0)
}
