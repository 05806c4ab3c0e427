import type { ProviderAccount } from '@sluice/types'
import { sendAnswer } from '@sluice/platform/http/answer'
import { AT_PORTAL } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { notFoundRefusal } from '@sluice/platform/http/request-refusal'

import type { PortalAuth } from './portal-auth.ts'
import { readReason } from './operator-merchants.routes.ts'
import type { OverseenProviderAccounts } from './operator-records.ts'
import { readMembers, textOf } from './read-members.ts'

const PATH = '/portal/operator/provider-accounts'

/** Both are idempotent, so no answer has to be stored. */
const CHANGES = { pause: 'pauseAccount', resume: 'resumeAccount' } as const

/** Serves which provider accounts answer, and pauses and resumes them. @see docs/protocol/operator.md#portal-operator */
export function registerOperatorAccounts(
  server: HttpServer,
  { auth, accounts }: { readonly auth: PortalAuth; readonly accounts: OverseenProviderAccounts },
): void {
  server.get(PATH, { config: AT_PORTAL }, async (request, reply) => {
    await auth.requireOperator('overseeAccounts', request)
    return sendAnswer(reply, 200, { data: await accounts.list() })
  })

  for (const change of ['pause', 'resume'] as const)
    server.post(`${PATH}/${change}`, { config: AT_PORTAL }, async (request, reply) => {
      const person = await auth.requireOperator(CHANGES[change], request)
      const requested = readMembers(request, [
        'payment_provider_id',
        'payment_provider_account_id',
        'reason',
      ] satisfies (keyof ProviderAccount | 'reason')[])
      const account = {
        providerId: textOf(requested['payment_provider_id']),
        accountId: textOf(requested['payment_provider_account_id']),
      }
      const reason = readReason(requested['reason'])
      const changed = await auth.onBehalfOf(request, person, () => accounts[change](account, reason))
      if (changed === null) throw notFoundRefusal()
      return sendAnswer(reply, 200, changed)
    })
}
