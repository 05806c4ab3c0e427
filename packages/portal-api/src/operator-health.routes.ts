import { toTimestamp } from '@sluice/platform/kernel/clock'
import { sendAnswer } from '@sluice/platform/http/answer'
import { AT_PORTAL } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'

import type { PortalAuth } from './portal-auth.ts'
import type { OverseenService } from './operator-records.ts'

/** Serves how the service is: providers, due work, safeguards. @see docs/protocol/operator.md#portal-operator */
export function registerOperatorHealth(
  server: HttpServer,
  { auth, service }: { readonly auth: PortalAuth; readonly service: OverseenService },
): void {
  server.get('/portal/operator/service', { config: AT_PORTAL }, async (request, reply) => {
    await auth.requireOperator('examineService', request)
    const [providers, safeguards] = await Promise.all([service.providers(), service.safeguards()])
    return sendAnswer(reply, 200, {
      providers: providers.map(({ id, problems, accounts }) => ({
        id,
        problems,
        accounts: accounts.map(({ id: account, open, nextAtMs }) => ({
          id: account,
          open,
          next_at: nextAtMs === null ? null : toTimestamp(nextAtMs),
        })),
      })),
      tasks: service.tasks().map(({ name, lastRunAtMs, failures }) => ({
        name,
        last_run_at: toTimestamp(lastRunAtMs),
        failures,
      })),
      safeguards: safeguards.map(({ safeguard, checkedAtMs, problems }) => ({
        safeguard,
        checked_at: toTimestamp(checkedAtMs),
        problems,
      })),
    })
  })
}
