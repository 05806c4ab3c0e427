import type { TaskLog } from '@sluice/platform/jobs/task-log'
import { baseUrlOf, type HttpServer } from '@sluice/platform/http/http-server'
import { createSearchAudit } from '@sluice/platform/audit/audit-search.store'
import {
  type OverseenProviderAccounts,
  type OverseenService,
  registerAdoptMerchant,
  registerGoLive,
  registerOperatorAccounts,
  registerOperatorAudit,
  registerOperatorDecisions,
  registerOperatorMerchants,
  registerOperatorHealth,
  type UndecidedPayments,
} from '@sluice/portal-api'

import type { Config } from '../config.ts'
import { toWireAccount } from '../provider-health/index.ts'
import { askProvider, decideOutcome } from '../transactions/index.ts'
import { checkProviders, readConfigurationFile } from './configuration.ts'
import type { FlowPorts } from './flow-ports.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Portal } from './portal.ts'
import { createPortalSettings } from './portal-settings.ts'
import type { Stores } from './stores.ts'

const DAY_MS = 86_400_000
const COUNTED_DAYS = 30
const FAILURES_DAYS = 7

export interface OverseenParts {
  readonly stores: Stores
  readonly flows: Pick<FlowPorts, 'movements' | 'cards' | 'decisions' | 'accounts'>
  readonly taskLog: Pick<TaskLog, 'list'>
}

/** Serves the work of the operator of the service. */
export function registerOperator(
  server: HttpServer,
  config: Config,
  infrastructure: Infrastructure,
  { auth, users }: Portal,
  parts: OverseenParts,
): void {
  const { db, clock, realTime } = infrastructure
  const { merchantOverviews, countTransactions, failedRequests } = parts.stores
  registerOperatorMerchants(server, {
    auth,
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
  const settings = createPortalSettings(config, infrastructure, parts.flows.cards.threeDsServers.ids, () =>
    baseUrlOf(server),
  )
  registerAdoptMerchant(server, {
    auth,
    async adopt(document) {
      const providers = (await readConfigurationFile(config))?.providers ?? []
      return settings.add(document, {
        knows: (provider, account) =>
          providers.some(
            ({ id, accounts }) => id === provider && accounts.some((known) => known.id === account),
          ),
      })
    },
  })
  if (config.environment === 'test')
    registerGoLive(server, {
      auth,
      goLive: {
        findRehearsal: (merchantId) => findRehearsal(parts.stores, users, merchantId),
        readDocument: async (merchantId) => (await settings.read(merchantId))?.document ?? null,
      },
    })
  registerOperatorDecisions(server, { auth, undecided: undecidedPayments(parts) })
  registerOperatorHealth(server, { auth, service: overseeService(config, parts) })
  registerOperatorAccounts(server, { auth, accounts: overseenAccounts(parts.flows.accounts) })
  registerOperatorAudit(server, { auth, searchAudit: createSearchAudit(db) })
}

/** What a merchant has shown; null without such a merchant. */
async function findRehearsal(
  { merchantOverviews, merchants, deliveryLog, listEndings }: Stores,
  users: Portal['users'],
  merchantId: string,
) {
  const merchant = await merchantOverviews.find(merchantId)
  if (merchant === null) return null
  const nothing = { subscriptionId: null, eventType: null, transactionId: null, fromMs: null, toMs: null }
  const taken = { ...nothing, merchantId, status: 'DELIVERED', after: null, limit: 1 } as const
  return {
    isActive: merchant.status === 'ACTIVE',
    terminals: (await merchants.listTerminals(merchantId)).filter(({ status }) => status === 'ACTIVE'),
    wasWebhookTaken: (await deliveryLog.list(taken)).length > 0,
    payments: await listEndings(merchantId),
    hasOwner: (await users.list(merchantId)).some(
      ({ roles, activatedAtMs }) => roles.includes('owner') && activatedAtMs !== null,
    ),
  }
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
    ask: (merchantId, transactionId) =>
      askProvider({ store: stores.transactions, reports: stores.reports }, merchantId, transactionId),
  }
}

function overseenAccounts({ list, pause, resume }: FlowPorts['accounts']): OverseenProviderAccounts {
  const change =
    (decide: typeof pause): OverseenProviderAccounts['pause'] =>
    async (account, reason) => {
      const changed = await decide(account, reason)
      return changed && toWireAccount(changed)
    }
  return {
    list: async () => (await list()).map(toWireAccount),
    pause: change(pause),
    resume: change(resume),
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
