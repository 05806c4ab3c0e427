import type { FastifyRequest } from 'fastify'

import { decisionRequest, questionRequest, validateRequest } from '@sluice/types'
import { toTimestamp } from '@sluice/platform/kernel/clock'
import { merchantIdOf } from '@sluice/platform/crypto/merchant-id'
import { answerOnceAt } from '@sluice/platform/http/answer-once'
import { sendAnswer } from '@sluice/platform/http/answer'
import { AT_PORTAL } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { readJson } from '@sluice/platform/http/raw-json'
import {
  malformedBodyRefusal,
  notFoundRefusal,
  RequestRefusal,
  validationRefusal,
} from '@sluice/platform/http/request-refusal'

import type { PortalAuth } from './portal-auth.ts'
import type { UndecidedPayment, UndecidedPayments } from './operator-records.ts'
import { readReason } from './operator-merchants.routes.ts'

const PATH = '/portal/operator/decisions'
const QUESTIONS_PATH = '/portal/operator/questions'

type RequestSchema = Parameters<typeof validateRequest>[0]

/**
 * Serves payments that wait for a manual resolution, accepts the resolution, and queries a provider again.
 *
 * @see docs/protocol/operator.md#portal-operator @decision 0071
 */
export function registerOperatorDecisions(
  server: HttpServer,
  { auth, undecided }: { readonly auth: PortalAuth; readonly undecided: UndecidedPayments },
): void {
  const { idempotency } = server.edge.options

  server.get(PATH, { config: AT_PORTAL }, async (request, reply) => {
    await auth.requireOperator('listUndecided', request)
    return sendAnswer(reply, 200, { data: (await undecided.list()).map(toWireUndecided) })
  })

  server.post(PATH, { config: AT_PORTAL }, async (request, reply) => {
    const person = await auth.requireOperator('decideUndecided', request)
    const requested = readBody(request, decisionRequest)
    const { transaction_id: transactionId, outcome, reason } = requested
    const merchantId = merchantIdOf(requested.merchant_id)
    const decision = {
      merchantId,
      transactionId,
      outcome,
      reason: readReason(reason),
      providerReference: requested.provider_reference ?? null,
    }
    const { status, body } = await answerOnceAt(PATH, request, merchantId, idempotency, async () => {
      const decided = await auth.onBehalfOf(request, person, () => undecided.decide(decision))
      refuseWhereNotDone(decided)
      const { id, status: ended, processingCode } = decided.transaction
      return { status: 200, body: { transaction_id: id, status: ended, processing_code: processingCode } }
    })
    return sendAnswer(reply, status, body)
  })

  // A repeated request queries again: no answer has to be stored.
  server.post(QUESTIONS_PATH, { config: AT_PORTAL }, async (request, reply) => {
    const person = await auth.requireOperator('askUndecided', request)
    const { merchant_id: merchant, transaction_id: transactionId } = readBody(request, questionRequest)
    const asked = await auth.onBehalfOf(request, person, () =>
      undecided.ask(merchantIdOf(merchant), transactionId),
    )
    refuseWhereNotDone(asked)
    return sendAnswer(reply, 200, { transaction_id: transactionId })
  })
}

function readBody<Schema extends RequestSchema>(request: FastifyRequest, schema: Schema) {
  const reading = readJson(request.rawBody ?? new Uint8Array())
  if (!reading.ok) throw malformedBodyRefusal()
  const parsed = validateRequest(schema, reading.value)
  if (!parsed.ok) throw validationRefusal(parsed.errors)
  return parsed.value
}

type Refused = 'unknown' | 'not_needed' | 'undone' | 'foreign_reference'

function refuseWhereNotDone<Result extends { readonly kind: string }>(
  result: Result,
): asserts result is Exclude<Result, { readonly kind: Refused }> {
  if (result.kind === 'unknown') throw notFoundRefusal()
  if (result.kind === 'foreign_reference')
    throw validationRefusal([
      {
        property: 'provider_reference',
        message: 'is not a reference of this payment',
        params: ['provider_reference'],
      },
    ])
  if (result.kind !== 'not_needed' && result.kind !== 'undone') return
  const message =
    result.kind === 'undone'
      ? 'The payment cannot be resolved as APPROVED: its provider was asked to undo it. Resolve it as DECLINED, or wait for the event of the undo.'
      : 'The payment does not need a decision: its provider is still being queried, or has reported the outcome.'
  throw new RequestRefusal(409, { error: 'Conflict', message })
}

function toWireUndecided(payment: UndecidedPayment) {
  return {
    merchant_id: payment.merchantId,
    merchant_name: payment.merchantName,
    transaction_id: payment.transactionId,
    transaction_type: payment.transactionType,
    amount: payment.amountMinor,
    currency: payment.currency,
    reference: payment.reference,
    parent_id: payment.parentId,
    provider_id: payment.providerId,
    provider_account_id: payment.providerAccountId,
    provider_key: payment.attemptId,
    last_answer: payment.lastAnswer,
    called_at: toTimestamp(payment.calledAtMs),
    undecided_since: toTimestamp(payment.undecidedSinceMs),
  }
}
