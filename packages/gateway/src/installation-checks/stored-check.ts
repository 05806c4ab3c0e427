import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { createInterface } from 'node:readline'

import type { Config } from '../config.ts'
import { INVARIANT_IDS, type InvariantResult } from '../invariants/index.ts'
import type { SafeguardCheck, SafeguardFailure } from '@sluice/platform/jobs/safeguard-work'

/** Deadline for one invariant, equal to the limit of one statement. A check that exceeds it is stopped; the others still run. */
const STEP_DEADLINE_MS = 600_000

/**
 * Verifies all stored data with `sluice-gateway check` in a separate process, because the embedded database would
 * block this one. It has the lowest priority, a read-only connection, and a deadline for each invariant.
 *
 * @param program - the file of the running program.
 * @param deadlineMs - the deadline for each invariant.
 */
export function createStoredCheck(
  config: Config,
  program: string,
  env: NodeJS.ProcessEnv,
  deadlineMs = STEP_DEADLINE_MS,
): SafeguardCheck {
  const surroundings = { program, env: { ...env, ...describeDatabase(config, env) }, deadlineMs }
  return {
    safeguard: 'invariants',
    async find() {
      const results: InvariantResult[] = []
      let notChecked: Error | undefined
      let left = INVARIANT_IDS
      while (left.length > 0) {
        const checked = await checkInOrder(left, surroundings)
        results.push(...checked.results)
        const [id] = left.slice(checked.results.length)
        if (id !== undefined) notChecked ??= new Error(`${id}: ${checked.reason}`)
        // Without a database or a process for the first one, there is none for the others.
        if (results.length === 0 && !checked.isLate) break
        left = left.slice(checked.results.length + 1)
      }
      const failures = toFailures(results)
      // Violations are reported at once. If there are none, the error makes the caller retry the check.
      if (notChecked && failures.length === 0) throw notChecked
      return failures
    },
  }
}

interface Surroundings {
  readonly program: string
  readonly env: NodeJS.ProcessEnv
  /** The deadline for each invariant. */
  readonly deadlineMs: number
}

/**
 * Checks one invariant after another.
 *
 * @returns the results up to the first invariant that could not be checked, why it could not, and whether its deadline passed.
 */
function checkInOrder(
  ids: readonly string[],
  { program, env, deadlineMs }: Surroundings,
): Promise<{
  readonly results: readonly InvariantResult[]
  readonly reason: string
  readonly isLate: boolean
}> {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [...process.execArgv, program, 'check', '--lines', '--only', ids.join(',')],
      { env, stdio: ['ignore', 'pipe', 'pipe'] },
    )
    const results: InvariantResult[] = []
    let reason = ''
    // Without files or memory for another process, it has no output either.
    child.once('error', (error) => resolve({ results, reason: error.message, isLate: false }))
    if (child.pid === undefined) return
    const end = () => void child.kill('SIGKILL')
    process.once('exit', end)
    setPriority(child.pid, constants.priority.PRIORITY_LOW)
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      end()
    }, deadlineMs)
    createInterface(child.stdout).on('line', (line) => {
      timer.refresh()
      const result = parseResult(line)
      if (result === null) reason ||= 'its last line is incomplete'
      else results.push(result)
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => (reason = text.trim()))
    child.once('close', (_code, signal) => {
      clearTimeout(timer)
      process.off('exit', end)
      resolve({ results, reason: reason || `it was ended by ${signal ?? 'itself'}`, isLate })
    })
  })
}

/** Returns null for a line that was cut off with its process. */
function parseResult(line: string): InvariantResult | null {
  try {
    return JSON.parse(line) as InvariantResult
  } catch {
    return null
  }
}

function toFailures(results: readonly InvariantResult[]): readonly SafeguardFailure[] {
  return results.flatMap(({ id, violations }) =>
    violations.map((violation) => ({
      safeguard: id === KEY_AGES_ID ? ('key_age' as const) : ('invariants' as const),
      problem: `${id} ${violation}`,
    })),
  )
}

/** The only invariant that is not about records. */
const KEY_AGES_ID = 'I13'

/** Passes the command-line options of this process to the other one as environment variables. */
function describeDatabase(config: Config, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isNamed = Boolean(env['SLUICE_DATABASE_URL'] ?? env['SLUICE_DATABASE_URL_FILE'])
  return {
    SLUICE_DATA_DIR: config.dataDir,
    ...(config.configFile !== null && { SLUICE_CONFIG_FILE: config.configFile }),
    ...(config.databaseUrl !== null && !isNamed && { SLUICE_DATABASE_URL: config.databaseUrl.reveal() }),
    SLUICE_ROLES: '',
  }
}
