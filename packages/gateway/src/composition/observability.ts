import { hostname } from 'node:os'
import { type Logger, pino } from 'pino'

import type { Clock } from '@sluice/platform/kernel/clock'
import type { Readiness } from '@sluice/platform/http/readiness'
import { createLogger } from '@sluice/platform/logging/logger'
import { steadyClock } from '@sluice/platform/system'
import { startMetricsServer } from '@sluice/platform/telemetry/metrics-server'
import { NO_METRICS, type Reading } from '@sluice/platform/telemetry/metrics'
import { createTelemetry, NO_TELEMETRY, type Telemetry } from '@sluice/platform/telemetry/telemetry'
import { NO_TRACING } from '@sluice/platform/telemetry/tracing'

import type { Config } from '../config.ts'
import type { ProviderHealth } from '../provider-health/index.ts'
import { countUnappliedEvents, countUnknownOutcomes } from '../transactions/index.ts'
import { readDeliveryBacklog } from '../webhooks/index.ts'
import type { Adapters } from './adapters.ts'
import type { Infrastructure } from './infrastructure.ts'

/** The file descriptor of the log, because only the ready line goes to standard output. */
const STANDARD_ERROR = 2

/** The log, metrics and traces of a process. */
export interface Observability {
  readonly logger: Logger
  readonly telemetry: Telemetry
  /** Serves metrics if that is configured, and returns their address or null. */
  serve(
    infrastructure: Pick<Infrastructure, 'db' | 'databaseUsage' | 'heartbeat'>,
    parts: {
      readonly readiness: Pick<Readiness, 'isReady'>
      readonly health: Pick<ProviderHealth, 'list'>
      readonly clock: Clock
    },
  ): Promise<string | null>
  stop(): Promise<void>
}

/** Metrics and traces are loaded only if they are configured; otherwise measuring costs nothing. */
export async function createObservability(
  config: Config,
  adapters: Partial<Pick<Adapters, 'logDestination' | 'version'>> = {},
): Promise<Observability> {
  const { metricsAddress, tracesUrl } = config
  const logger = createLogger({
    level: config.logLevel,
    destination: adapters.logDestination ?? pino.destination({ dest: STANDARD_ERROR, sync: false }),
  })
  if (metricsAddress === null && tracesUrl === null) {
    return {
      logger,
      telemetry: NO_TELEMETRY,
      serve: () => Promise.resolve(null),
      stop: () => Promise.resolve(),
    }
  }
  let read: () => Promise<readonly Reading[]> = () => Promise.resolve([])
  const prometheus =
    metricsAddress && (await import('@sluice/platform/telemetry/prometheus')).createPrometheus(() => read())
  const tracing = tracesUrl
    ? (await import('@sluice/platform/telemetry/open-telemetry')).createOpenTelemetry({
        url: tracesUrl,
        resource: {
          version: adapters.version ?? 'unknown',
          instanceId: `${hostname()}:${process.pid}`,
          environment: config.environment,
        },
      })
    : NO_TRACING
  let stopServing = (): Promise<void> => Promise.resolve()

  return {
    logger,
    telemetry: createTelemetry(prometheus ?? NO_METRICS, tracing, steadyClock),
    async serve(infrastructure, { readiness, health, clock }) {
      if (!prometheus || !metricsAddress) return null
      read = async () => [
        ...(await readReadiness(readiness)),
        ...readConnections(infrastructure),
        ...readClockOffset(infrastructure),
        ...readHealth(health),
        ...(config.roles.has('janitor') ? await readWaiting(infrastructure, clock) : []),
      ]
      const { contentType, write } = prometheus
      const served = await startMetricsServer(metricsAddress, {
        token: config.metricsToken ?? config.operatorToken,
        contentType,
        write,
      })
      stopServing = () => served.close()
      logger.info({ base_url: served.url }, 'metrics are served')
      return served.url
    },
    async stop() {
      await stopServing()
      await tracing.stop()
    },
  }
}

async function readReadiness(readiness: Pick<Readiness, 'isReady'>): Promise<readonly Reading[]> {
  return [{ gauge: 'ready', labels: {}, value: (await readiness.isReady()) ? 1 : 0 }]
}

function readHealth(health: Pick<ProviderHealth, 'list'>): readonly Reading[] {
  return health.list().flatMap(({ providerId: provider, accountId: account, openSinceMs, pausedAtMs }) => [
    { gauge: 'breakerOpen', labels: { provider, account }, value: openSinceMs === null ? 0 : 1 },
    { gauge: 'accountPaused', labels: { provider, account }, value: pausedAtMs === null ? 0 : 1 },
  ])
}

function readConnections({ databaseUsage }: Pick<Infrastructure, 'databaseUsage'>): readonly Reading[] {
  const usage = databaseUsage()
  if (usage === null) return []
  const { inUse: in_use, idle, waiting, abandoned } = usage
  const states = { in_use, idle, waiting, abandoned }
  return Object.entries(states).map(([state, value]) => ({ gauge: 'connections', labels: { state }, value }))
}

function readClockOffset({ heartbeat }: Pick<Infrastructure, 'heartbeat'>): readonly Reading[] {
  const offsetMs = heartbeat.clockOffsetMs()
  return offsetMs === null ? [] : [{ gauge: 'clockOffset', labels: {}, value: offsetMs / 1_000 }]
}

/** Reports nothing while the database does not respond, because a missing value is better than an old one. */
async function readWaiting({ db }: Pick<Infrastructure, 'db'>, clock: Clock): Promise<readonly Reading[]> {
  const nowMs = clock.now()
  const read = await Promise.all([
    countUnknownOutcomes(db),
    readDeliveryBacklog(db, nowMs),
    countUnappliedEvents(db),
  ]).catch(() => null)
  if (read === null) return []
  const [unknownOutcomes, { due, oldestDueAtMs }, events] = read
  const oldestMs = oldestDueAtMs === null ? 0 : nowMs - oldestDueAtMs
  return [
    { gauge: 'unknown', labels: {}, value: unknownOutcomes },
    ...events.map(({ providerId: provider, state, count }) => ({
      gauge: 'events' as const,
      labels: { provider, state: state.toLowerCase() },
      value: count,
    })),
    { gauge: 'due', labels: {}, value: due },
    { gauge: 'oldestDue', labels: {}, value: oldestMs / 1_000 },
  ]
}
