import type { Logger } from 'pino'

import type { Clock } from '../kernel/clock.ts'
import type { ScheduledJob } from './scheduled-jobs.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'

/** What the metric calls it. */
export type CheckedSafeguard = 'invariants' | 'key_age' | 'tamper_check'

/** Something that does not hold, in a sentence without card data. */
export interface SafeguardFailure {
  readonly safeguard: CheckedSafeguard
  readonly problem: string
}

/** A look at what protects the service. */
export interface SafeguardCheck {
  /** What fails when the look cannot be taken. */
  readonly safeguard: CheckedSafeguard
  /** @throws When the look cannot be taken. */
  find(): Promise<readonly SafeguardFailure[]>
}

/** After a restart of every process they do not all look at once, and a start is quick. */
const FIRST_AFTER_MS = 600_000

/** What breaks is noticed within the hour; looking costs seconds of one core. */
const INTERVAL_MS = 3_600_000

/** Log lines of one failure: the rest is what `sluice-gateway check` prints. */
const SHOWN_MAX = 5

/** Makes the work that looks at the safeguards once an hour and counts those that fail. */
export function createSafeguardWork(
  checks: readonly SafeguardCheck[],
  ports: {
    readonly clock: Clock
    readonly logger: Pick<Logger, 'error'>
    readonly telemetry: Pick<Telemetry, 'count'>
    /** Keeps what a look found, for the operator's page. */
    readonly recordRun: (run: {
      readonly safeguard: CheckedSafeguard
      readonly checkedAtMs: number
      readonly problems: readonly string[]
    }) => Promise<void>
  },
): ScheduledJob {
  const { clock, logger, telemetry, recordRun } = ports
  let nextMs = clock.now() + FIRST_AFTER_MS
  return {
    name: 'check the safeguards',
    isUpkeep: true,
    async run() {
      if (clock.now() < nextMs) return 0
      nextMs = clock.now() + INTERVAL_MS
      for (const check of checks) await look(check)
      return 0
    },
  }

  async function look({ safeguard, find }: SafeguardCheck): Promise<void> {
    const failures = await find().catch((error: unknown) => [
      { safeguard, problem: `it could not be checked: ${(error as Error).message}` },
    ])
    await recordRun({ safeguard, checkedAtMs: clock.now(), problems: failures.map(({ problem }) => problem) })
    for (const failed of new Set(failures.map((failure) => failure.safeguard))) {
      telemetry.count('safeguard failure', { safeguard: failed })
      const problems = failures.filter((failure) => failure.safeguard === failed)
      for (const { problem } of problems.slice(0, SHOWN_MAX))
        logger.error({ safeguard: failed, reason: problem }, 'a safeguard does not hold')
    }
  }
}
