import { CONFIG_VARIABLES, type ConfigVariable } from './config-variables.ts'
import type { ConfigProblem } from './config-values.ts'
import { editDistance } from '@sluice/shared/edit-distance'

/** A letter too many, too few or wrong, or two that changed places. More may be a name of something else. */
const SLIPS_MAX = 2

const READ: ReadonlySet<string> = new Set(
  Object.entries<ConfigVariable>(CONFIG_VARIABLES).flatMap(([name, { isSecret = false }]) =>
    isSecret ? [name, `${name}_FILE`] : [name],
  ),
)

/**
 * Variables that look like one that is read, and are none: what they were to do would be left out without a word. Others
 * that begin with `SLUICE_` belong to clients and tools.
 */
export function misspeltProblems(
  env: Readonly<Record<string, string | undefined>>,
): readonly ConfigProblem[] {
  return Object.entries(env).flatMap(([name, value]) => {
    if (!value || !name.startsWith('SLUICE_') || READ.has(name)) return []
    const meant = [...READ].find((known) => editDistance(name, known) <= SLIPS_MAX)
    return meant === undefined
      ? []
      : [{ name, got: 'a variable that is not read', fix: `write ${meant}, or leave it out` }]
  })
}
