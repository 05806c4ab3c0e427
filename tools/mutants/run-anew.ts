import { join } from 'node:path'

import { type RunnerTestCase, TestRunner } from 'vitest'
import { startTests } from 'vitest/internal/browser'

import { ROOT } from '../stage.mjs'
import type { Mutant } from './mutant.ts'
import { activate, readCoverage, switches } from './switches.ts'

/** What is met here is known already. */
const COVERAGE = 'anew'

/** A module as the runner keeps it: without exports it is loaded again. */
interface LoadedModule {
  promise: unknown
  exports: unknown
  evaluated: boolean
  readonly importers: ReadonlySet<string>
}

interface LoadedModules {
  getModulesByFile(path: string): ReadonlySet<LoadedModule> | undefined
  getModuleById(id: string): LoadedModule | undefined
}

/** What the runner of a process has, and does not promise to have: its version is pinned. */
interface Innards {
  readonly workerState: { readonly evaluatedModules: LoadedModules }
  readonly moduleRunner: unknown
  readonly _otel: Parameters<TestRunner['__setTraces']>[0]
}

/** Tells the program that started the run nothing, and stops at the first failure. */
class QuietRunner extends TestRunner {
  failure: string | undefined

  override async onAfterRunSuite(): Promise<void> {}

  override onAfterRunTask(test: RunnerTestCase): void {
    super.onAfterRunTask(test)
    if (test.result?.state !== 'fail') return
    this.failure ??= test.name
    this.cancel('test-failure')
  }
}

/** What a file of tests says of a mutant; `unrepeatable` when a second run fails without any. */
export type Trial =
  | { readonly id: string; readonly outcome: 'passes' }
  | { readonly id: string; readonly outcome: 'unrepeatable' }
  | { readonly id: string; readonly outcome: 'fails'; readonly test: string }

/** Runs a file of tests once for each mutant that its modules have, with these modules loaded anew. */
export async function* runAnew(
  runner: TestRunner,
  path: string,
  mutants: readonly Mutant[],
  onBegin: (id: string) => void,
): AsyncGenerator<Trial> {
  const innards = runner as unknown as Innards
  const modules = innards.workerState.evaluatedModules
  for (const file of new Set(mutants.map((mutant) => mutant.file))) {
    const users = findUsers(modules, join(ROOT, file))
    const suite = modules.getModulesByFile(path) ?? new Set()
    if (![...suite].some((module) => users.has(module))) continue
    const inFile = mutants.filter((mutant) => mutant.file === file)
    if ((await runOnce(innards, runner, path, users)) !== undefined) {
      for (const { id } of inFile) yield { id, outcome: 'unrepeatable' }
      continue
    }
    for (const { id } of inFile) {
      onBegin(id)
      activate(id)
      const failure = await runOnce(innards, runner, path, users)
      activate(undefined)
      yield failure === undefined ? { id, outcome: 'passes' } : { id, outcome: 'fails', test: failure }
    }
    // What was loaded with a mutant is not used again.
    forget(users)
  }
}

/** The name of the first test that fails, or of the file when it cannot be loaded. */
async function runOnce(
  { moduleRunner, _otel }: Innards,
  { config }: TestRunner,
  path: string,
  users: ReadonlySet<LoadedModule>,
): Promise<string | undefined> {
  forget(users)
  const quiet = new QuietRunner(config)
  Object.assign(quiet, { moduleRunner })
  quiet.__setTraces(_otel)
  switches.currentTestId = COVERAGE
  try {
    const [file] = await startTests([path], quiet)
    if (quiet.failure !== undefined) return quiet.failure
    return file?.result?.state === 'fail' ? 'the file as a whole' : undefined
  } finally {
    switches.currentTestId = undefined
    readCoverage(COVERAGE)
  }
}

/** The modules of a file and all that import them, directly or not. */
function findUsers(modules: LoadedModules, path: string): ReadonlySet<LoadedModule> {
  const users = new Set(modules.getModulesByFile(path))
  for (const module of users) {
    for (const id of module.importers) {
      const importer = modules.getModuleById(id)
      if (importer) users.add(importer)
    }
  }
  return users
}

function forget(modules: ReadonlySet<LoadedModule>): void {
  for (const module of modules) {
    module.promise = undefined
    module.exports = undefined
    module.evaluated = false
  }
}
