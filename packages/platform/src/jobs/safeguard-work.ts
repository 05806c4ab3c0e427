import type { Logger } from 'pino'

import type { Clock } from '../kernel/clock.ts'
import type { ScheduledJob } from './scheduled-jobs.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'

/** The label of the safeguard in the metric. */
export type CheckedSafeguard = 'invariants' | 'key_age' | 'tamper_check'

/** A violation, in a sentence without card data. */
export interface SafeguardFailure {
  readonly safeguard: CheckedSafeguard
  readonly problem: string
}

/** A check of a safeguard of the service. */
export interface SafeguardCheck {
  /** The safeguard that fails when the check cannot run. */
  readonly safeguard: CheckedSafeguard
  /** @throws When the check cannot run. */
  find(): Promise<readonly SafeguardFailure[]>
}

/** Delays the first check, so that restarted processes do not all check at once and startup stays fast. */
const FIRST_AFTER_MS = 600_000

/** The interval between checks: failures are noticed within the hour, and a check costs seconds of one core. */
const INTERVAL_MS = 3_600_000

/** Log lines of one failure: the rest is what `sluice-gateway check` prints. */
const SHOWN_MAX = 5

/** A process that could not claim a check tries again soon, in case the claiming process has ended. */
const ASKED_AGAIN_MS = 600_000

/** A failover of the database takes seconds, and ends a look. */
const TRIED_AGAIN_MS = 300_000
const TRIES_MAX = 3

/** Creates the job that checks the safeguards once an hour, in one of all processes, and counts failures. */
export function createSafeguardWork(
  checks: readonly SafeguardCheck[],
  ports: {
    readonly clock: Clock
    readonly logger: Pick<Logger, 'error' | 'warn'>
    readonly telemetry: Pick<Telemetry, 'count'>
    /** Claims the check for this process; false if one was claimed within the interval. */
    readonly claimRun: (
      safeguard: CheckedSafeguard,
      times: { readonly nowMs: number; readonly intervalMs: number },
    ) => Promise<boolean>
    /** Stores the findings of a check, for the operator's page. */
    readonly recordRun: (run: {
      readonly safeguard: CheckedSafeguard
      readonly checkedAtMs: number
      readonly problems: readonly string[]
    }) => Promise<void>
  },
): ScheduledJob {
  const { clock, logger, telemetry, claimRun, recordRun } = ports
  const looks = checks.map((check) => ({ check, nextMs: clock.now() + FIRST_AFTER_MS, tries: 0 }))
  return {
    name: 'check the safeguards',
    isUpkeep: true,
    async run() {
      for (const look of looks) if (clock.now() >= look.nextMs) await take(look)
      return 0
    },
  }

  async function take(look: (typeof looks)[number]): Promise<void> {
    const { safeguard, find } = look.check
    const times = { nowMs: clock.now(), intervalMs: INTERVAL_MS }
    if (look.tries === 0 && !(await claimRun(safeguard, times))) {
      look.nextMs = times.nowMs + ASKED_AGAIN_MS
      return
    }
    look.tries += 1
    let failures: readonly SafeguardFailure[]
    try {
      failures = await find()
    } catch (error) {
      const problem = `the check could not run: ${(error as Error).message}`
      if (look.tries < TRIES_MAX) {
        logger.warn(
          { safeguard, reason: problem },
          'a safeguard could not be checked; it will be retried in five minutes',
        )
        look.nextMs = times.nowMs + TRIED_AGAIN_MS
        return
      }
      failures = [{ safeguard, problem }]
    }
    look.tries = 0
    look.nextMs = times.nowMs + INTERVAL_MS
    await tell(safeguard, failures)
  }

  async function tell(safeguard: CheckedSafeguard, failures: readonly SafeguardFailure[]): Promise<void> {
    for (const failed of new Set(failures.map((failure) => failure.safeguard))) {
      telemetry.count('safeguard failure', { safeguard: failed })
      const problems = failures.filter((failure) => failure.safeguard === failed)
      for (const { problem } of problems.slice(0, SHOWN_MAX))
        logger.error({ safeguard: failed, reason: problem }, 'a safeguard check failed')
    }
    // Last: a database that is away must not keep the metric and the log from saying so.
    await recordRun({ safeguard, checkedAtMs: clock.now(), problems: failures.map(({ problem }) => problem) })
  }
}
