import type { FastifyRequest } from 'fastify'

import { sendAnswer } from '@sluice/platform/http/answer'
import { AT_PORTAL } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { validationRefusal } from '@sluice/platform/http/request-refusal'

import type { ListPendingReasons } from './pending-reason.ts'

/** The number of payments on a page. */
const IDS_MAX = 100

const ID = /^[0-9a-f-]{36}$/

/** Serves the reasons of pending payments in the portal. @see docs/protocol/portal.md#portal-data */
export function registerPendingReasons(
  server: HttpServer,
  {
    listPendingReasons,
    requirePermission,
  }: {
    readonly listPendingReasons: ListPendingReasons
    /** Returns the merchant of the person, after checking the permission. */
    readonly requirePermission: (request: FastifyRequest) => Promise<{ readonly merchantId: string }>
  },
): void {
  server.get('/portal/pending-reasons', { config: AT_PORTAL }, async (request, reply) => {
    const { merchantId } = await requirePermission(request)
    const { ids } = request.query as { readonly ids?: unknown }
    const asked = typeof ids === 'string' ? ids.split(',') : []
    if (asked.length > IDS_MAX || !asked.every((id) => ID.test(id)))
      throw validationRefusal([{ property: 'ids', message: 'has an invalid format', params: ['ids'] }])
    return sendAnswer(reply, 200, {
      reasons: Object.fromEntries(await listPendingReasons(merchantId, asked)),
    })
  })
}
