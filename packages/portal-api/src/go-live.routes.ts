import { merchantIdOf } from '@sluice/platform/crypto/merchant-id'
import { answerOnceAt } from '@sluice/platform/http/answer-once'
import { sendAnswer } from '@sluice/platform/http/answer'
import { AT_PORTAL } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { notFoundRefusal, RequestRefusal } from '@sluice/platform/http/request-refusal'

import { checkRehearsal, type Rehearsal } from './go-live.ts'
import type { PortalAuth } from './portal-auth.ts'
import type { SettingsDocument } from './portal-settings.ts'

const PATH = '/portal/operator/merchants/:id/go-live'

export interface GoLivePorts {
  /** Returns null for an unknown merchant. */
  readonly findRehearsal: (merchantId: string) => Promise<Rehearsal | null>
  /** The merchant's entry in the words of the configuration file; null if there is no such merchant. */
  readonly readDocument: (merchantId: string) => Promise<SettingsDocument | null>
}

/** Serves the step from the test environment to production. @see docs/protocol/operator.md#going-live @decision 0026 */
export function registerGoLive(
  server: HttpServer,
  { auth, goLive }: { readonly auth: PortalAuth; readonly goLive: GoLivePorts },
): void {
  const { idempotency } = server.edge.options

  const check = async (params: unknown) => {
    const { id = '' } = params as { readonly id?: string }
    const merchantId = merchantIdOf(id)
    const rehearsal = await goLive.findRehearsal(merchantId)
    if (rehearsal === null) throw notFoundRefusal()
    return { merchantId, checks: checkRehearsal(rehearsal) }
  }

  server.get(PATH, { config: AT_PORTAL }, async (request, reply) => {
    await auth.requireOperator('checkGoLive', request)
    const { checks } = await check(request.params)
    return sendAnswer(reply, 200, { checks })
  })

  server.post(PATH, { config: AT_PORTAL }, async (request, reply) => {
    const person = await auth.requireOperator('approveGoLive', request)
    const { merchantId, checks } = await check(request.params)
    const { status, body } = await answerOnceAt(PATH, request, merchantId, idempotency, async () => {
      const missing = checks.filter(({ done }) => !done).map(({ check: name }) => name)
      if (missing.length > 0) throw notReady(missing)
      const document = await goLive.readDocument(merchantId)
      if (document === null) throw notFoundRefusal()
      const file = { merchants: [forProduction(document)] }
      const done = {
        action: 'merchant.approve',
        subject: merchantId,
        detail: { checks: checks.length },
      } as const
      await auth.record(request, { ...person, merchantId }, done)
      return { status: 200, body: { file } }
    })
    return sendAnswer(reply, status, body)
  })
}

/** Keys of the test environment open nothing in production: the owner makes others there. */
function forProduction({ client_keys: _, ...document }: SettingsDocument): SettingsDocument {
  return document
}

function notReady(missing: readonly string[]): RequestRefusal {
  const message = `The merchant has not completed yet: ${missing.join(', ')}.`
  return new RequestRefusal(409, { error: 'Conflict', message })
}
