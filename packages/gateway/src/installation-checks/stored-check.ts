import { execFile } from 'node:child_process'
import { constants, setPriority } from 'node:os'

import type { Config } from '../config.ts'
import type { InvariantResult } from '../invariants/index.ts'
import type { SafeguardCheck } from '@sluice/platform/jobs/safeguard-work'

/** Longer than a check of a database of many millions of rows; one that takes longer is ended, and counts as failed. */
const STORED_CHECK_DEADLINE_MS = 600_000

/** Findings are a thousand sentences of each invariant at most. */
const STORED_CHECK_MAX_BYTES = 64 * 1024 * 1024

/**
 * Looks at everything that is stored, by `sluice-gateway check` in a process of its own: the embedded database would hold up
 * this one. It has the lowest priority, a connection that only reads, and a deadline.
 *
 * @param program - the file of the program that runs.
 */
export function createStoredCheck(config: Config, program: string, env: NodeJS.ProcessEnv): SafeguardCheck {
  return {
    safeguard: 'invariants',
    async find() {
      const results = await new Promise<readonly InvariantResult[]>((resolve, reject) => {
        const end = () => child.kill('SIGKILL')
        const child = execFile(
          process.execPath,
          [...process.execArgv, program, 'check', '--json'],
          {
            env: { ...env, ...describeDatabase(config, env) },
            timeout: STORED_CHECK_DEADLINE_MS,
            killSignal: 'SIGKILL',
            maxBuffer: STORED_CHECK_MAX_BYTES,
          },
          (error, stdout, stderr) => {
            process.off('exit', end)
            try {
              resolve(JSON.parse(stdout) as readonly InvariantResult[])
            } catch {
              reject(new Error(stderr.trim() || (error?.message ?? 'it printed nothing')))
            }
          },
        )
        process.once('exit', end)
        if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
      })
      return results.flatMap(({ id, violations }) =>
        violations.map((violation) => ({
          safeguard: id === KEY_AGES_ID ? ('key_age' as const) : ('invariants' as const),
          problem: `${id} ${violation}`,
        })),
      )
    },
  }
}

/** The one invariant that says nothing of records. */
const KEY_AGES_ID = 'I13'

/** What this process was told by options of its command line, the other one is told by its environment. */
function describeDatabase(config: Config, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isNamed = Boolean(env['SLUICE_DATABASE_URL'] ?? env['SLUICE_DATABASE_URL_FILE'])
  return {
    SLUICE_DATA_DIR: config.dataDir,
    ...(config.configFile !== null && { SLUICE_CONFIG_FILE: config.configFile }),
    ...(config.databaseUrl !== null && !isNamed && { SLUICE_DATABASE_URL: config.databaseUrl.reveal() }),
    SLUICE_ROLES: '',
  }
}
