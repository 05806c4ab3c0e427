import type { Config } from '../config.ts'
import type { TaskLog } from '../platform/jobs/task-log.ts'
import type { HttpServer } from '../platform/http/http-server.ts'
import { createSearchAudit } from '../platform/audit/audit-search.store.ts'
import {
  type OverseenService,
  registerOperatorAudit,
  registerOperatorDecisions,
  registerOperatorMerchants,
  registerOperatorHealth,
  type UndecidedPayments,
} from '../portal/index.ts'
import { decideOutcome } from '../transactions/index.ts'
import { checkProviders } from './check-providers.ts'
import type { FlowPorts } from './flow-ports.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Portal } from './portal.ts'
import type { Stores } from './stores.ts'

const DAY_MS = 86_400_000
const COUNTED_DAYS = 30
const FAILURES_DAYS = 7

export interface OverseenParts {
  readonly stores: Stores
  readonly flows: Pick<FlowPorts, 'movements' | 'decisions'>
  readonly taskLog: Pick<TaskLog, 'list'>
}

/** Serves the work of the operator of the service. */
export function registerOperator(
  server: HttpServer,
  config: Config,
  { db, clock, realTime }: Pick<Infrastructure, 'db' | 'clock' | 'realTime'>,
  { door, users }: Portal,
  parts: OverseenParts,
): void {
  const { merchantOverviews, countTransactions, failedRequests } = parts.stores
  registerOperatorMerchants(server, {
    door,
    users,
    merchants: {
      ...merchantOverviews,
      async count(merchantId) {
        const { counts } = await countTransactions(merchantId, clock.now() - COUNTED_DAYS * DAY_MS)
        const groups = await failedRequests.group(merchantId, realTime.now() - FAILURES_DAYS * DAY_MS)
        return {
          payments: sum(counts),
          approved: sum(counts.filter(({ status }) => status === 'APPROVED')),
          failedRequests: sum(groups),
        }
      },
    },
  })
  registerOperatorDecisions(server, { door, undecided: undecidedPayments(parts) })
  registerOperatorHealth(server, { door, service: overseeService(config, parts) })
  registerOperatorAudit(server, { door, searchAudit: createSearchAudit(db) })
}

function undecidedPayments({ stores, flows }: OverseenParts): UndecidedPayments {
  const { openMovements, merchants } = stores
  return {
    async list() {
      const found = await openMovements.listUndecided()
      return Promise.all(
        found.map(async (movement) => ({
          ...movement,
          merchantName: (await merchants.findMerchant(movement.merchantId))?.name ?? null,
        })),
      )
    },
    decide: (decision) => decideOutcome({ ...flows.movements, ...flows.decisions }, decision),
  }
}

function overseeService(config: Config, { stores, flows, taskLog }: OverseenParts): OverseenService {
  return {
    async providers() {
      const open = await stores.openMovements.countOpen()
      const { violations, skipped } = await checkProviders(config)
      const ids = [
        ...new Set([...flows.movements.providers.keys(), ...open.map(({ providerId }) => providerId)]),
      ]
      return ids.map((id) => {
        const here = open.filter(({ providerId }) => providerId === id)
        const accounts = [...new Set(here.map(({ providerAccountId }) => providerAccountId))]
        return {
          id,
          // What is simulated, or not in the file any more, is not asked.
          problems:
            skipped === undefined
              ? violations
                  .filter((problem) => problem.startsWith(`${id}: `))
                  .map((problem) => problem.slice(id.length + 2))
              : null,
          accounts: accounts.map((account) => {
            const calls = here.filter(({ providerAccountId }) => providerAccountId === account)
            const next = calls.flatMap(({ nextAtMs }) => nextAtMs ?? [])
            return {
              id: account,
              open: Object.fromEntries(calls.map(({ status, count }) => [status, count])),
              nextAtMs: next.length === 0 ? null : Math.min(...next),
            }
          }),
        }
      })
    },
    tasks: () => taskLog.list(),
    safeguards: () => stores.safeguardRuns.list(),
  }
}

function sum(counted: readonly { readonly count: number }[]): number {
  return counted.reduce((total, { count }) => total + count, 0)
}
