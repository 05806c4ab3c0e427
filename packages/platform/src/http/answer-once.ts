import { type Endpoint, type EndpointName, ENDPOINTS } from '@sluice/types'
import type { FastifyRequest } from 'fastify'

import type { Idempotency, StoredAnswer } from '../idempotency/idempotency.ts'
import type { Caller } from './caller.ts'
import { RequestRefusal, validationRefusal } from './request-refusal.ts'

const HEADER = 'Idempotency-Key'

/**
 * Runs a handler, or returns its stored answer to the same request.
 *
 * @param run - gets the gateway's key of the request; null if there is no key.
 * @throws {RequestRefusal} 409 while the first one runs, 422 when the key came with another body.
 */
export async function answerOnce(
  name: EndpointName,
  request: FastifyRequest,
  caller: Caller | null,
  idempotency: Idempotency | undefined,
  run: (requestKey: string | null) => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  if (caller === null || !takesKeys(ENDPOINTS[name])) return run(null)
  // The spelling of the path does not count: %6D is the letter m.
  return answerOnceAt(ENDPOINTS[name].path, request, caller.merchantId, idempotency, run)
}

/**
 * Like {@link answerOnce}, for routes outside the endpoint table.
 *
 * @param route - the template that the request's path matched.
 */
export async function answerOnceAt(
  route: string,
  request: FastifyRequest,
  merchantId: string,
  idempotency: Idempotency | undefined,
  run: (requestKey: string | null) => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  const key = request.headers['idempotency-key']
  if (!idempotency || typeof key !== 'string') return run(null)

  const named = {
    merchantId,
    method: request.method,
    route,
    params: request.params as Record<string, string>,
    key,
    body: request.rawBody ?? new Uint8Array(),
  }
  const result = await idempotency.once(named, run)
  switch (result.kind) {
    case 'answered':
      return result.answer
    case 'other_body':
      throw validationRefusal([
        { property: HEADER, message: 'already used with a different request body', params: [HEADER] },
      ])
    case 'running':
      throw new RequestRefusal(
        409,
        { error: 'Conflict', message: `A request with this ${HEADER} is still being processed` },
        { 'retry-after': String(result.retryAfterSeconds) },
      )
  }
}

function takesKeys({ headers }: Endpoint): boolean {
  return headers !== undefined && 'idempotency-key' in headers.shape
}
