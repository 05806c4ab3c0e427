import { toTimestamp } from '@sluice/platform/kernel/clock'
import { sendAnswer } from '@sluice/platform/http/answer'
import { AT_PORTAL } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'

import type { PortalAuth } from './portal-auth.ts'
import type { OverseenConnector, OverseenService } from './operator-records.ts'

/** Serves how the service is: providers, connectors, due work, safeguards. @see docs/protocol/operator.md#portal-operator */
export function registerOperatorHealth(
  server: HttpServer,
  { auth, service }: { readonly auth: PortalAuth; readonly service: OverseenService },
): void {
  server.get('/portal/operator/service', { config: AT_PORTAL }, async (request, reply) => {
    await auth.requireOperator('examineService', request)
    const [providers, connectors, safeguards] = await Promise.all([
      service.providers(),
      service.connectors(),
      service.safeguards(),
    ])
    return sendAnswer(reply, 200, {
      providers: providers.map(({ id, problems, accounts }) => ({
        id,
        problems,
        accounts: accounts.map(({ id: account, open, nextAtMs }) => ({
          id: account,
          open,
          next_at: toTime(nextAtMs),
        })),
      })),
      connectors: connectors.map(toWireConnector),
      tasks: service.tasks().map(({ name, lastRunAtMs, failures, isLate }) => ({
        name,
        last_run_at: toTimestamp(lastRunAtMs),
        failures,
        late: isLate,
      })),
      safeguards: safeguards.map(({ safeguard, checkedAtMs, problems }) => ({
        safeguard,
        checked_at: toTimestamp(checkedAtMs),
        problems,
      })),
    })
  })
}

function toWireConnector({ accounts, ...connector }: OverseenConnector) {
  return {
    ...connector,
    accounts: accounts.map(({ lastAnsweredAtMs, lastEventAtMs, ...account }) => ({
      ...account,
      last_answered_at: toTime(lastAnsweredAtMs),
      last_event_at: toTime(lastEventAtMs),
    })),
  }
}

function toTime(epochMs: number | null): string | null {
  return epochMs === null ? null : toTimestamp(epochMs)
}
