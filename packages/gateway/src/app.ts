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

/** A gateway that is ready to listen. */
export interface App {
  /** The gateway's HTTP server, into which requests can be injected without a socket. */
  readonly server: HttpServer
  /** The credentials of the `demo` sandbox; null in production. */
  readonly ready: SandboxCredentials | null
  /** A one-time link that signs in to the portal as the owner of the `demo` sandbox; null if there is no portal. */
  makePortalLink(): Promise<string | null>
  /**
   * Reports "not ready" but continues to serve until {@link App.close}, so that load balancers switch to other
   * processes.
   */
  drain(): void
  /** Reloads the configuration file and its secrets. An invalid file is logged, and changes nothing. */
  reload(): Promise<void>
  /** The address of the service; before {@link App.listen} the configured one. */
  addresses(): AppAddresses
  /** Opens the configured port. Resolves once requests are accepted. */
  listen(): Promise<
    AppAddresses & {
      /** Null if no metrics are configured. */
      readonly metricsUrl: string | null
      /** The origins by name, with an address for browsers that do not resolve the name; empty in production. */
      readonly fallbackOrigins: Readonly<Record<string, string>>
    }
  >
  /** Runs at once all jobs that are due, and those that become due through them. Returns how much they did. */
  runDueWork(): Promise<number>
  /** Accepts no new work, finishes the running work, and closes the database. */
  close(): Promise<void>
}

/**
 * A gateway with the members for tests, which merchants do not get because their types would include the whole
 * contract.
 */
export interface AppWithPortal extends App {
  /** The address of the sign-in page; null if there is none. */
  readonly portal: Pick<Portal, 'clients' | 'auth' | 'users'> | null
}

/**
 * Assembles the gateway. Only this file and `composition/` know every slice and every adapter.
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
  // Runs before anything gets a time, a lease or a due date.
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
  const runSimulatedOrders = () => parties.selected().runSimulatedOrders()
  const work = await startBackgroundWork(config, infrastructure, observability, {
    storage,
    edge,
    flows,
    runSimulatedOrders,
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
        logger.warn('this process is a drill: it sends no payments and no webhooks, and never becomes ready')
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
      // In parallel, because each may wait as long as a provider call.
      await Promise.all([server.close(), work.stop()])
      await edge.failures
        .write()
        .catch((error: unknown) => logger.error({ err: error }, 'failed requests could not be stored'))
      // Last, so that it includes what the others ended in the meantime.
      await webhooks.stop()
      await observability.stop()
      await accountability.recordProcess('gateway.stop')
      accountability.close()
      // Otherwise a new master key waits a minute for this process.
      await infrastructure.keyReaders
        .leave()
        .catch((error: unknown) =>
          logger.error(
            { err: error },
            'this process could not be removed from the readers of the master key',
          ),
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
