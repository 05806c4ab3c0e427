import { checkDatabase } from '@sluice/gateway-core/installation-checks/check-database'
import { checkProviders } from '@sluice/gateway-core/composition/configuration'
import { INVARIANT_IDS, type InvariantResult } from '@sluice/gateway-core/invariants'

import type { RunCommand } from './command.ts'
import { printLines, writeError } from '../terminal.ts'

const BROKEN = 1
const MISUSED = 2

/** The number of printed examples per violated invariant. The rest is counted, and `--json` prints all. */
const SHOWN = 5

/** Verifies the invariants, and lists violations. */
export const run: RunCommand = async ({ config, options }) => {
  const { acknowledged, live, lines } = options
  const only = typeof options['only'] === 'string' ? options['only'].split(',') : INVARIANT_IDS
  const unknown = only.find((id) => !INVARIANT_IDS.includes(id))
  if (unknown !== undefined) {
    writeError(
      `Unknown invariant ${unknown}. --only takes one or more of ${INVARIANT_IDS.join(', ')}, separated by commas.\n`,
    )
    return MISUSED
  }
  if (live === true && options['only'] !== undefined) {
    writeError('--live queries the providers and checks no invariants: omit --only.\n')
    return MISUSED
  }
  const print = (result: InvariantResult) => printLines([JSON.stringify(result)])
  const results =
    live === true
      ? [await checkProviders(config)]
      : await checkDatabase(config, typeof acknowledged === 'string' ? acknowledged : null, {
          wanted: only,
          ...(lines === true && { onResult: print }),
        })
  if (lines === true && live === true) results.forEach(print)
  if (lines !== true)
    printLines(options['json'] === true ? [JSON.stringify(results)] : results.flatMap(describeResult))
  return results.every(({ violations }) => violations.length === 0) ? 0 : BROKEN
}

function describeResult({ id, title, violations, skipped }: InvariantResult): readonly string[] {
  const verdict = skipped === undefined ? (violations.length === 0 ? 'holds' : 'BROKEN') : 'skipped'
  const reason = skipped === undefined ? '' : ` (${skipped})`
  const shown = violations.slice(0, SHOWN).map((violation) => `       ${violation}`)
  const rest = violations.length > SHOWN ? [`       and ${violations.length - SHOWN} more`] : []
  return [`${id.padEnd(4)} ${verdict.padEnd(7)} ${title}${reason}`, ...shown, ...rest]
}
