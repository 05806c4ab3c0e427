import type { EndpointName } from '@sluice/types'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { PORTAL_CLIENT } from './caller.ts'

/** A request of a merchant's program or page that was answered with 400 or more. */
export interface FailedAnswer {
  readonly merchantId: string
  readonly caller: 'merchant' | 'browser'
  readonly endpoint: EndpointName
  readonly status: number
  /** The unchanged body; null if there is none. */
  readonly answer: unknown
  readonly requestId: string
  /** The payment that it concerned, as far as it is known. */
  readonly transactionId: string | null
}

/** Records a failed request; never waits, never fails. */
export type RecordFailedRequest = (failed: FailedAnswer) => void

/**
 * Records a failed request of a known merchant. Requests at the portal are omitted, because the person has seen the
 * error.
 */
export function recordFailure(request: FastifyRequest, reply: FastifyReply, note: RecordFailedRequest): void {
  const { endpoint } = request.routeOptions.config
  const { caller } = request
  const { statusCode: status } = reply
  if (status < 400 || endpoint === undefined || caller === null) return
  if (caller.kind === 'merchant' && caller.clientId === PORTAL_CLIENT) return
  note({
    merchantId: caller.merchantId,
    caller: caller.kind,
    endpoint,
    status,
    answer: request.failedWith,
    requestId: request.id,
    transactionId: request.logContext?.['transaction_id'] ?? null,
  })
}
