import { CONFIG_VARIABLES, type ConfigVariable } from './config-variables.ts'
import type { ConfigProblem } from './config-values.ts'
import { editDistance } from '@sluice/shared/edit-distance'

/** One letter inserted, missing, wrong or transposed. More differences may be another name. */
const SLIPS_MAX = 2

const READ: ReadonlySet<string> = new Set(
  Object.entries<ConfigVariable>(CONFIG_VARIABLES).flatMap(([name, { isSecret = false }]) =>
    isSecret ? [name, `${name}_FILE`] : [name],
  ),
)

/**
 * Finds variables that look like a misspelled one, which would otherwise be ignored silently. Other variables that
 * begin with `SLUICE_` belong to clients and tools.
 */
export function misspeltProblems(
  env: Readonly<Record<string, string | undefined>>,
): readonly ConfigProblem[] {
  return Object.entries(env).flatMap(([name, value]) => {
    if (!value || !name.startsWith('SLUICE_') || READ.has(name)) return []
    const meant = [...READ].find((known) => editDistance(name, known) <= SLIPS_MAX)
    return meant === undefined
      ? []
      : [{ name, got: 'an unknown variable', fix: `use ${meant}, or remove it` }]
  })
}
