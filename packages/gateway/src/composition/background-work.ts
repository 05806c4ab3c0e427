import { HEARTBEAT_INTERVAL_MS } from '@sluice/platform/jobs/heartbeat'
import { startJobs } from '@sluice/platform/jobs/scheduled-jobs'
import type { TaskLog } from '@sluice/platform/jobs/task-log'
import { rotateDueSigningKey } from '@sluice/identity'

import type { Config } from '../config.ts'
import { createEraseOldPayments, finishErasures } from '../erasure/index.ts'
import { destroyExpiredEncryptionKeys, removeUnusedBranding } from '../merchants/index.ts'
import { recoverAbandoned, sweepEphemeralKeys } from '../transactions/index.ts'
import { eraseEventsOf } from '../webhooks/index.ts'
import type { GatewayEdge } from './edge.ts'
import type { FlowPorts } from './flow-ports.ts'
import type { Infrastructure } from './infrastructure.ts'
import {
  ERASURE_INTERVAL_MS,
  FAILURES_INTERVAL_MS,
  CHALLENGES_INTERVAL_MS,
  HEALTH_INTERVAL_MS,
  listDueWork,
  listErasureWork,
  listHealthWork,
  readChallengesOf,
} from './list-due-work.ts'
import { FILE_INTERVAL_MS, type LiveConfiguration } from './live-configuration.ts'
import type { Observability } from './observability.ts'
import { createSafeguardWork, type SafeguardCheck } from '@sluice/platform/jobs/safeguard-work'
import { SEALED_COLUMNS } from './sealed-columns.ts'
import type { Storage } from './storage.ts'
import {
  createReloadKeys,
  createResealOutdated,
  KEY_RELOAD_INTERVAL_MS,
} from '@sluice/platform/secrets/reload-keys'

/** All work that happens without a request. */
export interface BackgroundWork {
  /** Makes a change while no job runs, then runs the jobs that are due. Returns how much they did. */
  runAfter(change: () => Promise<void>): Promise<number>
  /** Runs at once all jobs that are due, and those that become due through them. Returns how much they did. */
  runAll(): Promise<number>
  /** Starts no further work, and waits for the running work. */
  stop(): Promise<void>
}

/**
 * Starts the loops of this process. With the embedded database it first takes over the work of an earlier process,
 * because no other process can be using it.
 */
export async function startBackgroundWork(
  config: Pick<Config, 'roles' | 'retentionDays' | 'isDrill'>,
  infrastructure: Infrastructure,
  { logger, telemetry }: Observability,
  parts: {
    readonly storage: Storage
    readonly edge: GatewayEdge
    readonly flows: FlowPorts
    readonly runSimulatedOrders: () => Promise<number>
    readonly configuration: Pick<LiveConfiguration, 'job'>
    readonly safeguardChecks: readonly SafeguardCheck[]
    readonly taskLog: TaskLog
  },
): Promise<BackgroundWork> {
  const { storage, edge, flows, runSimulatedOrders } = parts
  const { webhooks } = storage
  const { realTime } = infrastructure
  const erasing = { store: storage.stores.transactions, ephemeralSecrets: storage.ephemeralSecrets, realTime }
  // Only one process at a time uses the embedded database, so an earlier process has ended and its leases are void.
  if (infrastructure.dialect === 'sqlite' && !config.isDrill) {
    while ((await recoverAbandoned(flows.executions, Number.MAX_SAFE_INTEGER)) > 0);
    await edge.idempotency.endLeases()
    await sweepEphemeralKeys(erasing, 0)
  }
  // Without simulators, no sandbox has a clock that others must follow.
  if (infrastructure.simulators !== null) await storage.stores.sandboxes.moveFollowers()
  const loop = {
    timers: infrastructure.timers,
    random: infrastructure.random,
    onError: (task: string, error: unknown) => logger.error({ task, err: error }, 'a scheduled job failed'),
  }
  const dueWork = startJobs(
    listDueWork(flows, {
      ...storage,
      ...edge,
      runSimulatedOrders,
      finishErasures: () =>
        finishErasures({ ...infrastructure, eraseEventsOf, savedCards: storage.stores.cards.savedCards }),
      eraseOldPayments: createEraseOldPayments({ ...infrastructure, eraseEventsOf }, config.retentionDays),
      realTime,
      resealOutdated: createResealOutdated(infrastructure, SEALED_COLUMNS),
      rotateDueSigningKey: () => rotateDueSigningKey(infrastructure),
      destroyExpiredEncryptionKeys: () => destroyExpiredEncryptionKeys(infrastructure),
      removeUnusedBranding: () => removeUnusedBranding(infrastructure.db, realTime.now()),
    }),
    {
      ...loop,
      onlyAfterChanges: !config.roles.has('janitor'),
      aroundRun: (task, run, pauseMs) =>
        parts.taskLog.around(task, () => telemetry.measure('due work', { task }, run), pauseMs),
    },
  )
  // Runs in every process, because each restores its own keys when a server has lost its memory.
  const erasure = startJobs(listErasureWork(erasing, infrastructure), {
    ...loop,
    intervalMs: ERASURE_INTERVAL_MS,
  })
  const keyReload = startJobs([createReloadKeys(infrastructure, logger)], {
    ...loop,
    intervalMs: KEY_RELOAD_INTERVAL_MS,
  })
  const heartbeat = startJobs([infrastructure.heartbeat.job], {
    ...loop,
    intervalMs: HEARTBEAT_INTERVAL_MS,
  })
  const files = startJobs([parts.configuration.job], { ...loop, intervalMs: FILE_INTERVAL_MS })
  // Runs in every process, because each tracks its own calls, and before the first payment, because an account may be paused.
  await flows.health.exchange()
  const health = startJobs(listHealthWork(flows), { ...loop, intervalMs: HEALTH_INTERVAL_MS })
  // Runs in every process, because each knows its own responses.
  const failures = startJobs([{ name: 'store failed requests', run: () => edge.failures.write() }], {
    ...loop,
    intervalMs: FAILURES_INTERVAL_MS,
  })
  const challenges = startJobs([readChallengesOf(flows, storage.stores, realTime)], {
    ...loop,
    intervalMs: CHALLENGES_INTERVAL_MS,
    // The results of earlier challenges were read until a minute before this start.
    startsWithPause: true,
    onlyAfterChanges: !config.roles.has('janitor'),
  })
  const safeguards = startJobs(
    [
      createSafeguardWork(parts.safeguardChecks, {
        clock: realTime,
        logger,
        telemetry,
        claimRun: (safeguard, times) => storage.stores.safeguardRuns.claim(safeguard, times),
        recordRun: (run) => storage.stores.safeguardRuns.record(run),
      }),
    ],
    { ...loop, onlyAfterChanges: !config.roles.has('janitor') },
  )
  await webhooks.start()
  const nothing = () => Promise.resolve()
  return {
    runAfter: (change) => dueWork.runAfter(change),
    async runAll() {
      await keyReload.runAfter(nothing)
      const done = (await dueWork.runAfter(nothing)) + (await webhooks.runDue())
      await erasure.runAfter(nothing)
      await failures.runAfter(nothing)
      await health.runAfter(nothing)
      await challenges.runAfter(nothing)
      return done
    },
    async stop() {
      // A check holds no resources of this process, and may take minutes.
      void safeguards.stop()
      const loops = [dueWork, erasure, keyReload, heartbeat, files, failures, health, challenges]
      await Promise.all(loops.map((each) => each.stop()))
    },
  }
}
