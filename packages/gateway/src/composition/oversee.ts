import type { TaskLog } from '@sluice/platform/jobs/task-log'
import { baseUrlOf, type HttpServer } from '@sluice/platform/http/http-server'
import { createSearchAudit } from '@sluice/platform/audit/audit-search.store'
import {
  type OverseenProviderAccounts,
  type OverseenProviderEvents,
  registerAdoptMerchant,
  registerGoLive,
  registerOperatorAccounts,
  registerOperatorAudit,
  registerOperatorDecisions,
  registerOperatorEvents,
  registerOperatorMerchants,
  registerOperatorHealth,
} from '@sluice/portal-api'

import type { Config } from '../config.ts'
import {
  createCountActivity,
  createFindRehearsal,
  createListUnresolved,
  describeConnectors,
  describeProviders,
} from '../operator-overview/index.ts'
import { toWireAccount } from '../provider-health/index.ts'
import {
  askProvider,
  resolveManually,
  type OverseenEvents,
  toWireEvent,
  toWireEvents,
} from '../transactions/index.ts'
import { checkProviders, readConfigurationFile } from './configuration.ts'
import type { InvariantResult } from '../invariants/index.ts'
import type { FlowPorts } from './flow-ports.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Portal } from './portal.ts'
import { createPortalSettings } from './portal-settings.ts'
import type { Stores } from './stores.ts'

export interface OverseenParts {
  readonly stores: Stores
  readonly flows: Pick<FlowPorts, 'executions' | 'cards' | 'resolutions' | 'accounts'>
  readonly taskLog: Pick<TaskLog, 'list'>
}

/** Registers the endpoints of the service's operator. */
export function registerOperator(
  server: HttpServer,
  config: Config,
  infrastructure: Infrastructure,
  { auth, users }: Portal,
  parts: OverseenParts,
): void {
  const { db, clock, realTime } = infrastructure
  const { stores, flows } = parts
  const { merchantOverviews, openExecutions, safeguardRuns } = stores
  registerOperatorMerchants(server, {
    auth,
    users,
    merchants: { ...merchantOverviews, count: createCountActivity({ ...stores, clock, realTime }) },
  })
  const settings = createPortalSettings(config, infrastructure, { ...flows.cards, ...flows.executions }, () =>
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
        findRehearsal: createFindRehearsal({ ...stores, users }),
        readDocument: async (merchantId) => (await settings.read(merchantId))?.document ?? null,
      },
    })
  registerOperatorDecisions(server, {
    auth,
    undecided: {
      list: createListUnresolved(openExecutions, stores.merchants),
      decide: (resolution) => resolveManually({ ...flows.executions, ...flows.resolutions }, resolution),
      ask: (merchantId, transactionId) =>
        askProvider({ store: stores.transactions, reports: stores.reports }, merchantId, transactionId),
    },
  })
  registerOperatorHealth(server, {
    auth,
    service: {
      providers: async () =>
        describeProviders(
          flows.executions.providers.keys(),
          await openExecutions.countOpen(),
          config.isDrill ? ASKED_NOBODY : await checkProviders(config),
        ),
      connectors: async () =>
        describeConnectors((await readConfigurationFile(config)) ?? NOTHING_CONFIGURED, {
          accounts: await flows.accounts.list(),
          findNewestEvent: stores.findNewestEvent,
        }),
      tasks: () => parts.taskLog.list(),
      safeguards: () => safeguardRuns.list(),
    },
  })
  registerOperatorAccounts(server, { auth, accounts: overseenAccounts(flows.accounts) })
  registerOperatorEvents(server, { auth, events: overseenEvents(stores.overseenEvents) })
  registerOperatorAudit(server, {
    auth,
    searchAudit: createSearchAudit(db),
    users,
    nameOfMerchant: async (merchantId) => (await stores.merchants.findMerchant(merchantId))?.name ?? null,
  })
}

const NOTHING_CONFIGURED = { providers: [], threeDsServers: [] }

/** The result of the provider check in a drill. */
const ASKED_NOBODY: InvariantResult = {
  id: 'drill',
  title: 'Providers have the configured capabilities',
  violations: [],
  skipped: 'a drill does not query providers',
}

function overseenEvents(events: OverseenEvents): OverseenProviderEvents {
  return {
    async list(state) {
      const [counts, found] = await Promise.all([events.count(), events.list(state)])
      return toWireEvents(counts, found)
    },
    async retry(event, reason) {
      const retried = await events.retry(event, reason)
      return retried && toWireEvent(retried)
    },
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
