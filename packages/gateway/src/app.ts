import type { SandboxCredentials } from '@sluice/types'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { createTaskLog } from '@sluice/platform/jobs/task-log'
import { listenEverywhere, listeningPorts } from '@sluice/platform/http/listen-everywhere'
import { isOwnAddress } from '@sluice/platform/http/own-address'
import { makePortalLink } from '@sluice/portal-api'

import type { Adapters } from './composition/adapters.ts'
import { startBackgroundWork } from './composition/background-work.ts'
import { logFileWarnings, readConfigurationFile } from './composition/configuration.ts'
import { connectParties } from './composition/connect-parties.ts'
import { type AppAddresses, createEdge, type GatewayEdge, warnOfSharedOrigins } from './composition/edge.ts'
import { makeFlowPorts } from './composition/flow-ports.ts'
import { createInfrastructure } from './composition/infrastructure.ts'
import { instrumentCommits } from './composition/instrument.ts'
import { createObservability } from './composition/observability.ts'
import type { Portal } from './composition/portal.ts'
import { joinKeyReaders } from '@sluice/platform/secrets/reload-keys'
import { registerRoutes } from './composition/register-routes.ts'
import { makeSandboxPorts } from './composition/sandbox-ports.ts'
import { createLiveConfiguration } from './composition/live-configuration.ts'
import { openStorage } from './composition/storage.ts'
import type { Config } from './config.ts'
import { prepareDemo } from './merchants/index.ts'

export type { Adapters } from './composition/adapters.ts'
export type { AppAddresses } from './composition/edge.ts'

/** A gateway that was built and can listen. */
export interface App {
  /** The gateway's HTTP server: requests can be injected without a socket. */
  readonly server: HttpServer
  /** The credentials of the `demo` sandbox; null in production. */
  readonly ready: SandboxCredentials | null
  /** A one-time link into the portal, as owner of the `demo` sandbox; null where there is none. */
  makePortalLink(): Promise<string | null>
  /** Says "not ready" from now on and serves on, until {@link App.close}: balancers go elsewhere meanwhile. */
  drain(): void
  /** Reads the configuration file and its secrets again. A file that cannot be used is logged, and changes nothing. */
  reload(): Promise<void>
  /** Where the service answers; before {@link App.listen} as it is configured. */
  addresses(): AppAddresses
  /** Opens the port of the configuration. It resolves once requests are taken. */
  listen(): Promise<
    AppAddresses & {
      /** Null where no metrics are configured. */
      readonly metricsUrl: string | null
      /** Origins by name, and where browsers find them that do not resolve it; empty in production. */
      readonly fallbackOrigins: Readonly<Record<string, string>>
    }
  >
  /** Does at once everything that is due, and what becomes due by that; gives how much was done. */
  runDueWork(): Promise<number>
  /** Finishes what runs, takes nothing new, and gives the database back. */
  close(): Promise<void>
}

/** With what tests look at and merchants do not: its types would bring the whole contract along. */
export interface AppWithPortal extends App {
  /** Where people sign in; null where they cannot. */
  readonly portal: Pick<Portal, 'clients' | 'auth' | 'users'> | null
}

/**
 * Puts the gateway together: here and in `composition/` every slice and every adapter is known, and nowhere else.
 *
 * @throws When the database or a secret cannot be used; the message says what to do.
 */
export async function buildApp(config: Config, adapters: Partial<Adapters> = {}): Promise<AppWithPortal> {
  const file = await readConfigurationFile(config)
  const observability = await createObservability(config, adapters)
  const { logger, telemetry } = observability
  const infrastructure = instrumentCommits(await createInfrastructure(config, adapters), telemetry)
  const configuration = createLiveConfiguration(config, infrastructure, file, { adapters, logger })
  await joinKeyReaders(infrastructure)
  // Before anything is dated, leased or due.
  const start = infrastructure.heartbeat.job.run().then(() => configuration.apply())
  await start.catch(async (error: unknown) => {
    await infrastructure.closeDatabase()
    throw error
  })
  if (file) await logFileWarnings(config, file, logger)
  const storage = await openStorage(config, infrastructure, observability, adapters, configuration, () =>
    edge.addressOf.baseUrl(),
  )
  const { stores, webhooks } = storage
  const edge = await createEdge(config, infrastructure, observability, {
    stores,
    configuration,
    adapters,
  })
  const { server, identity, readiness, accountability, addressOf } = edge
  const parties = connectParties(config, infrastructure, observability, {
    edge,
    configuration,
    adapters,
    stores,
  })
  const taskLog = createTaskLog(infrastructure.realTime)
  const flows = makeFlowPorts(config, infrastructure, observability, { storage, parties, addressOf })
  const sandboxPorts = makeSandboxPorts(config, infrastructure, {
    stores,
    identity,
    rules: flows.rules,
    baseUrl: addressOf.baseUrl,
    isOwnAddress: (url) =>
      isOwnAddress(url, { origins: server.edge.origins(), ports: listeningPorts(server) }),
  })
  registerRoutes(config, infrastructure, {
    edge,
    storage,
    flows,
    parties,
    sandboxPorts,
    runJobs: (change) => work.runAfter(change),
    readDemoEnvironment: () => app.ready?.env ?? null,
    taskLog,
    adapters,
  })
  const settleOrders = () => parties.selected().settleOrders()
  const work = await startBackgroundWork(config, infrastructure, observability, {
    storage,
    edge,
    flows,
    settleOrders,
    configuration,
    safeguardChecks: adapters.safeguardChecks ?? [],
    taskLog,
  })

  const app: AppWithPortal & { ready: SandboxCredentials | null } = {
    addresses: () => readAddresses(edge),
    server,
    ready: null,
    portal: edge.portal,
    async makePortalLink() {
      if (app.ready === null || edge.portal === null || addressOf.portalUrl() === addressOf.baseUrl())
        return null
      const merchantId = await sandboxPorts.findSandboxMerchant()
      if (merchantId === null) return null
      const link = { ...infrastructure, ...addressOf, links: stores.portalLinks }
      return (await makePortalLink(link, merchantId)).url
    },
    async listen() {
      const metricsUrl = await observability.serve(infrastructure, {
        readiness,
        health: flows.health,
        clock: infrastructure.clock,
      })
      await accountability.recordProcess('gateway.start')
      await listenEverywhere(server)
      if (config.isDrill) {
        readiness.drain()
        logger.warn('this process is a drill: it sends no payment and no webhook, and is never ready')
      }
      warnOfSharedOrigins(server, observability.logger)
      if (config.environment === 'test' && config.roles.has('api'))
        app.ready = await prepareDemo(sandboxPorts)
      return { ...readAddresses(edge), metricsUrl, fallbackOrigins: addressOf.fallbackOrigins() }
    },
    runDueWork: () => work.runAll(),
    drain: () => readiness.drain(),
    reload: () => configuration.reload(),
    async close() {
      readiness.drain()
      // Beside each other, for each may wait as long as a provider takes.
      await Promise.all([server.close(), work.stop()])
      await edge.failures
        .write()
        .catch((error: unknown) => logger.error({ err: error }, 'requests that failed were not written'))
      // Last, for what the others ended meanwhile is told too.
      await webhooks.stop()
      await observability.stop()
      await accountability.recordProcess('gateway.stop')
      accountability.close()
      // Without it a new master key waits for this process for a minute.
      await infrastructure.keyReaders
        .leave()
        .catch((error: unknown) =>
          logger.error({ err: error }, 'this process did not sign off from the master keys'),
        )
      await infrastructure.closeDatabase()
    },
  }
  return app
}

function readAddresses({ addressOf }: Pick<GatewayEdge, 'addressOf'>): AppAddresses {
  return {
    baseUrl: addressOf.baseUrl(),
    authUrl: addressOf.authUrl(),
    methodsUrl: addressOf.methodsUrl(),
    portalUrl: addressOf.portalUrl(),
    bankUrl: addressOf.bankUrl(),
  }
}
