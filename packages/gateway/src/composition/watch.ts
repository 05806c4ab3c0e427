import type { Config } from '../config.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Readiness } from '../platform/http/readiness.ts'
import { steadyClock } from '../platform/system.ts'
import { startMetricsServer } from '../platform/telemetry/metrics-server.ts'
import { NO_METRICS, type Reading } from '../platform/telemetry/metrics.ts'
import { createTelemetry, NO_TELEMETRY, type Telemetry } from '../platform/telemetry/telemetry.ts'
import { NO_TRACING } from '../platform/telemetry/tracing.ts'
import { countUnknownOutcomes } from '../transactions/index.ts'
import { readDeliveryBacklog } from '../webhooks/index.ts'
import type { Foundation } from './foundation.ts'

/** What is said about the gateway to who watches it. */
export interface Watch {
  readonly telemetry: Telemetry
  /** Serves metrics where that is configured; gives their address, or null. */
  serve(
    foundation: Pick<Foundation, 'db' | 'databaseUsage'>,
    readiness: Pick<Readiness, 'isReady'>,
    clock: Clock,
  ): Promise<string | null>
  stop(): Promise<void>
}

/** What nobody configured is not loaded, and measuring costs nothing. */
export async function openWatch(config: Config): Promise<Watch> {
  const { metricsAddress, tracesUrl } = config
  if (metricsAddress === null && tracesUrl === null) {
    return {
      telemetry: NO_TELEMETRY,
      serve: () => Promise.resolve(null),
      stop: () => Promise.resolve(),
    }
  }
  let read: () => Promise<readonly Reading[]> = () => Promise.resolve([])
  const prometheus =
    metricsAddress && (await import('../platform/telemetry/prometheus.ts')).createPrometheus(() => read())
  const tracing = tracesUrl
    ? (await import('../platform/telemetry/open-telemetry.ts')).createOpenTelemetry({ url: tracesUrl })
    : NO_TRACING
  let stopServing = (): Promise<void> => Promise.resolve()

  return {
    telemetry: createTelemetry(prometheus ?? NO_METRICS, tracing, steadyClock),
    async serve(foundation, readiness, clock) {
      if (!prometheus || !metricsAddress) return null
      read = async () => [
        ...(await readReadiness(readiness)),
        ...readConnections(foundation),
        ...(config.roles.has('janitor') ? await readWaiting(foundation, clock) : []),
      ]
      const { contentType, write } = prometheus
      const served = await startMetricsServer(metricsAddress, {
        token: config.operatorToken,
        contentType,
        write,
      })
      stopServing = () => served.close()
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

function readConnections({ databaseUsage }: Pick<Foundation, 'databaseUsage'>): readonly Reading[] {
  const usage = databaseUsage()
  if (usage === null) return []
  const states = { in_use: usage.inUse, idle: usage.idle, waiting: usage.waiting }
  return Object.entries(states).map(([state, value]) => ({ gauge: 'connections', labels: { state }, value }))
}

/** Nothing while the database does not answer: a missing number says that better than an old one. */
async function readWaiting({ db }: Pick<Foundation, 'db'>, clock: Clock): Promise<readonly Reading[]> {
  const nowMs = clock.now()
  const read = await Promise.all([countUnknownOutcomes(db), readDeliveryBacklog(db, nowMs)]).catch(() => null)
  if (read === null) return []
  const [unknownOutcomes, { due, oldestDueAtMs }] = read
  const oldestMs = oldestDueAtMs === null ? 0 : nowMs - oldestDueAtMs
  return [
    { gauge: 'unknown', labels: {}, value: unknownOutcomes },
    { gauge: 'due', labels: {}, value: due },
    { gauge: 'oldestDue', labels: {}, value: oldestMs / 1_000 },
  ]
}
