import { merchantIdOf } from '@sluice/platform/crypto/merchant-id'
import { registerEndpoint } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { notFoundRefusal, RequestRefusal, validationRefusal } from '@sluice/platform/http/request-refusal'

import { toWireTransaction } from '../answer/transaction.wire.ts'
import { type Resolved, resolveManually, type ResolutionPorts } from '../execution/resolve-manually.ts'
import { type AskProviderResult, askProvider, type AskPorts } from '../reports/ask-provider.ts'

const UNDONE =
  'The payment cannot be resolved as APPROVED: its provider was asked to undo it. Resolve it as DECLINED, or wait for the event of the undo.'

function refuseUnknownReference() {
  const property = 'provider_reference'
  return { property, message: 'is not a reference of this payment', params: [property] }
}

/**
 * Serves `POST /api/operator/decisions` and `POST /api/operator/questions`.
 *
 * @see docs/protocol/resolution.md#decisions @decision 0071
 */
export function registerDecisions(server: HttpServer, ports: ResolutionPorts & AskPorts): void {
  registerEndpoint(server, 'decideOutcome', async ({ body }) => {
    const decided = await resolveManually(ports, {
      merchantId: merchantIdOf(body.merchant_id),
      transactionId: body.transaction_id,
      outcome: body.outcome,
      reason: body.reason,
      providerReference: body.provider_reference ?? null,
    })
    return toAnswer(decided)
  })

  registerEndpoint(server, 'askProvider', async ({ body }) => {
    return toAnswer(await askProvider(ports, merchantIdOf(body.merchant_id), body.transaction_id))
  })
}

function toAnswer(result: Resolved | AskProviderResult) {
  if (result.kind === 'unknown') throw notFoundRefusal()
  if (result.kind === 'not_needed') throw new RequestRefusal(409, { error: 'Conflict' })
  if (result.kind === 'foreign_reference') throw validationRefusal([refuseUnknownReference()])
  if (result.kind === 'undone') throw new RequestRefusal(409, { error: 'Conflict', message: UNDONE })
  return { status: 200 as const, body: toWireTransaction(result.transaction) }
}
