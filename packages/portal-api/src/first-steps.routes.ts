import { sendAnswer } from '@sluice/platform/http/answer'
import { AT_PORTAL } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { notFoundRefusal } from '@sluice/platform/http/request-refusal'

import { checkRehearsal } from './go-live.ts'
import type { GoLivePorts } from './go-live.routes.ts'
import type { PortalAuth } from './portal-auth.ts'

/** Serves what a merchant has done so far of what goes before real payments. @see docs/protocol/portal.md#portal-data */
export function registerFirstSteps(
  server: HttpServer,
  { auth, findRehearsal }: Pick<GoLivePorts, 'findRehearsal'> & { readonly auth: PortalAuth },
): void {
  server.get('/portal/first-steps', { config: AT_PORTAL }, async (request, reply) => {
    const { merchantId } = await auth.requirePermission('countTransactions', request)
    const rehearsal = await findRehearsal(merchantId)
    if (rehearsal === null) throw notFoundRefusal()
    return sendAnswer(reply, 200, { checks: checkRehearsal(rehearsal) })
  })
}
