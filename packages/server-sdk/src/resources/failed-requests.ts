import type { FailedRequestList, FailedRequestQuery } from '@sluice/types'

import type { ReadOptions } from '../http/call-options.ts'
import { type PagePromise, toPagePromise } from '../http/page-promise.ts'
import type { Transport } from '../http/transport.ts'

/** Requests of the last seven days that were answered with 400 or more. */
export interface FailedRequests {
  /**
   * Lists requests that failed, the newest first: awaited a page, with `for await` every one.
   *
   * @param query - `limit` is 1 to 100, 20 when left out.
   * @see docs/protocol/portal.md#failed-requests
   *
   * @example
   * ```ts
   * const { data } = await client.failedRequests.list({ status: 422 })
   * ```
   */
  list(query?: FailedRequestQuery, options?: ReadOptions): PagePromise<FailedRequestList>
}

export function createFailedRequests(transport: Transport): FailedRequests {
  return {
    list: (query = {}, options) =>
      toPagePromise((cursor = query.cursor) =>
        transport.call('listFailedRequests', { query: { ...query, cursor } }, options),
      ),
  }
}
