import { toTimestamp } from '@sluice/platform/kernel/clock'
import { merchantIdOf } from '@sluice/platform/crypto/merchant-id'
import { sendAnswer } from '@sluice/platform/http/answer'
import { answerOnceAt } from '@sluice/platform/http/answer-once'
import { AT_PORTAL } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { notFoundRefusal, validationRefusal } from '@sluice/platform/http/request-refusal'

import type { PortalAuth } from './portal-auth.ts'
import type { OverseenMerchant, OverseenMerchants, OwnerInvitations } from './operator-records.ts'
import { refusalOfUser, toWireLink, toWireUser } from './portal-users.wire.ts'
import { readMembers, textOf } from './read-members.ts'

const PATH = '/portal/operator/merchants'

const PAGE = 50

/** An empty reason is left out. */
const REASON_MIN_CHARS = 10
const REASON_MAX_CHARS = 500

/**
 * Serves merchants to the operator of the service, and impersonation of one with a reason.
 *
 * @see docs/protocol/operator.md#portal-operator
 */
export function registerOperatorMerchants(
  server: HttpServer,
  ports: {
    readonly auth: PortalAuth
    readonly merchants: OverseenMerchants
    readonly users: OwnerInvitations
  },
): void {
  const { auth, merchants, users } = ports
  const { idempotency } = server.edge.options

  const find = async (params: unknown): Promise<OverseenMerchant> => {
    const { id = '' } = params as { readonly id?: string }
    const merchant = await merchants.find(merchantIdOf(id))
    if (merchant === null) throw notFoundRefusal()
    return merchant
  }

  server.get(PATH, { config: AT_PORTAL }, async (request, reply) => {
    await auth.requireOperator('listMerchants', request)
    const { cursor } = request.query as { readonly cursor?: unknown }
    if (cursor !== undefined && (typeof cursor !== 'string' || /\p{Cc}/u.test(cursor)))
      throw validationRefusal([{ property: 'cursor', message: 'has an invalid format', params: ['cursor'] }])
    const found = await merchants.list({ afterId: cursor ?? null, limit: PAGE + 1 })
    const page = found.slice(0, PAGE)
    return sendAnswer(reply, 200, {
      data: page.map(toWireMerchant),
      next_cursor: found.length > PAGE ? (page.at(-1)?.id ?? null) : null,
    })
  })

  server.get(`${PATH}/:id`, { config: AT_PORTAL }, async (request, reply) => {
    await auth.requireOperator('getMerchant', request)
    const merchant = await find(request.params)
    const { payments, approved, failedRequests } = await merchants.count(merchant.id)
    const people = await users.list(merchant.id)
    return sendAnswer(reply, 200, {
      ...toWireMerchant(merchant),
      counts: { payments, approved, failed_requests: failedRequests },
      users: people.map(toWireUser),
    })
  })

  server.post(`${PATH}/:id/owners`, { config: AT_PORTAL }, async (request, reply) => {
    const person = await auth.requireOperator('inviteOwner', request)
    const { id: merchantId } = await find(request.params)
    const url = `${PATH}/:id/owners`
    const { status, body } = await answerOnceAt(url, request, merchantId, idempotency, async () => {
      const { email, name } = readMembers(request, ['email', 'name'])
      const requested = { merchantId, email: textOf(email), name: textOf(name), roles: ['owner'] as const }
      const invited = await users.invite(requested, { as: 'operator', userId: person.userId })
      if (!invited.ok) throw refusalOfUser(invited.refusal)
      const done = {
        action: 'user.invite',
        subject: invited.value.user.id,
        detail: { roles: 'owner' },
      } as const
      await auth.record(request, { ...person, merchantId }, done)
      return { status: 201, body: toWireLink(invited.value) }
    })
    return sendAnswer(reply, status, body)
  })

  server.post(`${PATH}/:id/view`, { config: AT_PORTAL }, async (request, reply) => {
    const person = await auth.requireOperator('viewMerchant', request)
    const { id: merchantId, name } = await find(request.params)
    const reason = readReason(readMembers(request, ['reason'])['reason'])
    const done = { action: 'merchant.view', subject: merchantId, detail: { reason } } as const
    await auth.record(request, { ...person, merchantId }, done)
    const view = await auth.impersonate(request, merchantId)
    return sendAnswer(reply, 201, {
      id: merchantId,
      name,
      until: view === null ? null : toTimestamp(view.untilMs),
    })
  })

  server.delete('/portal/operator/view', { config: AT_PORTAL }, async (request, reply) => {
    await auth.requireOperator('viewMerchant', request)
    await auth.impersonate(request, null)
    return sendAnswer(reply, 204, null)
  })
}

/** @throws {RequestRefusal} 422 for none that could be read later. */
export function readReason(value: unknown): string {
  const reason = textOf(value).trim()
  const message =
    reason.length < REASON_MIN_CHARS
      ? `length must be at least ${REASON_MIN_CHARS}`
      : reason.length > REASON_MAX_CHARS
        ? `length must be at most ${REASON_MAX_CHARS}`
        : /\p{Cc}|\p{Bidi_C}/u.test(reason)
          ? 'has an invalid format'
          : null
  if (message === null) return reason
  throw validationRefusal([{ property: 'reason', message, params: ['reason'] }])
}

function toWireMerchant(merchant: OverseenMerchant) {
  return {
    id: merchant.id,
    name: merchant.name,
    status: merchant.status,
    sandbox_id: merchant.sandboxId,
    managed_by: merchant.managedBy,
    terminals: merchant.terminals,
    created_at: toTimestamp(merchant.createdAtMs),
  }
}
