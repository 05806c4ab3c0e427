import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { Instrumenter } from '@stryker-mutator/instrumenter'

import { ROOT } from '../stage.mjs'
import { describeMutant, type Mutant } from './mutant.ts'

/** The instrumenter's log has no use for a proof. */
const silent = () => undefined
const LOGGER = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  fatal: silent,
}

export interface InstrumentedFiles {
  /** Source text with all its mutants in it, each behind a switch, by path from the root. */
  readonly code: Readonly<Record<string, string>>
  readonly mutants: readonly Mutant[]
}

/**
 * Puts every mutant into the text of the files. Which one is active is decided while the text runs.
 *
 * @param files - paths from the root
 */
export async function instrumentFiles(files: readonly string[]): Promise<InstrumentedFiles> {
  const texts = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]))
  const { files: instrumented, mutants } = await new Instrumenter(LOGGER).instrument(
    files.map((name) => ({ name, mutate: true, content: texts.get(name)! })),
    { plugins: null, ignorers: [], excludedMutations: [] },
  )
  return {
    code: Object.fromEntries(instrumented.map(({ name, content }) => [name, content])),
    mutants: mutants
      .filter(({ status }) => status === undefined)
      .map((mutant) => describeMutant(mutant, texts.get(mutant.fileName)!)),
  }
}
