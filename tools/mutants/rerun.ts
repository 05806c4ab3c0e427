import { join } from 'node:path'

import { type RunnerTestCase, TestRunner } from 'vitest'
import { startTests } from 'vitest/internal/browser'

import { ROOT } from '../stage.mjs'
import type { Mutant } from './mutant.ts'
import { readProcessorMs } from './processor-time.ts'
import { type Failure, isTimeout } from './failure.ts'
import { activate, readCoverage, switches } from './switches.ts'

/** Coverage is known already, so this run's is discarded. */
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

/** Members of the process's runner that are not part of its public API: its version is pinned. */
interface Innards {
  readonly workerState: { readonly evaluatedModules: LoadedModules }
  readonly moduleRunner: unknown
  readonly _otel: Parameters<TestRunner['__setTraces']>[0]
}

/** Reports nothing to the program that started the run, and stops at the first failure. */
class QuietRunner extends TestRunner {
  failure: Failure | undefined
  /** Ids of tests that are not run. */
  omitted: ReadonlySet<string> = new Set()
  onSign: () => void = () => undefined

  async runTask(test: RunnerTestCase): Promise<void> {
    if (!this.omitted.has(test.id)) await TestRunner.getTestFn(test)()
  }

  override async onAfterRunSuite(): Promise<void> {}

  override onAfterRunTask(test: RunnerTestCase): void {
    super.onAfterRunTask(test)
    this.onSign()
    if (test.result?.state !== 'fail') return
    this.failure ??= { test: test.name, isTimeout: isTimeout(test.result.errors) }
    this.cancel('test-failure')
  }
}

/** The result of a test file with a mutant; `unrepeatable` when a second run fails without any. */
export type Trial =
  | { readonly id: string; readonly outcome: 'passes' }
  | { readonly id: string; readonly outcome: 'unrepeatable' }
  | { readonly id: string; readonly outcome: 'fails'; readonly test: string }

/** The part of a test file that is run again. */
export interface Extent {
  /** Ids of tests that are left out. */
  readonly omitted: ReadonlySet<string>
  /** Returns whether a mutant has to be tried here, because the tests that meet it could not be repeated with it. */
  isOpen(id: string): boolean
}

/** One that starts a gateway takes longer, and is run only for mutants that are open. */
const QUICK_FILE_MS = 1_000

/** Runs a test file once for each mutant in its modules, with these modules loaded again. */
export async function* rerun(
  runner: TestRunner,
  path: string,
  mutants: readonly Mutant[],
  { omitted, isOpen }: Extent,
  onSign: (active: string) => void,
): AsyncGenerator<Trial> {
  const innards = runner as unknown as Innards
  const modules = innards.workerState.evaluatedModules
  let isSlow = false
  for (const file of new Set(mutants.map((mutant) => mutant.file))) {
    const users = findUsers(modules, join(ROOT, file))
    const suite = modules.getModulesByFile(path) ?? new Set()
    if (![...suite].some((module) => users.has(module))) continue
    const ids = mutants.filter((mutant) => mutant.file === file).map(({ id }) => id)
    const open = ids.filter(isOpen)
    const run = (onTest: () => void) => runOnce(innards, runner, path, { users, omitted, onSign: onTest })
    let isRepeatable = false
    if (!isSlow || open.length > 0) {
      const beganMs = readProcessorMs()
      isRepeatable = (await run(() => onSign(''))) === undefined
      isSlow = readProcessorMs() - beganMs > QUICK_FILE_MS
    }
    const tried = new Set(!isRepeatable ? [] : isSlow ? open : ids)
    for (const id of ids) {
      if (!tried.has(id)) {
        yield { id, outcome: open.includes(id) ? 'unrepeatable' : 'passes' }
        continue
      }
      activate(id)
      const failure = await run(() => onSign(id))
      activate(undefined)
      if (failure === undefined) yield { id, outcome: 'passes' }
      // The machine may have been too busy: then the file says nothing.
      else if (failure.isTimeout && (await run(() => onSign(''))) !== undefined)
        yield { id, outcome: 'unrepeatable' }
      else yield { id, outcome: 'fails', test: failure.test }
    }
    // Modules that were loaded with a mutant are not used again.
    forget(users)
  }
}

interface Anew {
  readonly users: ReadonlySet<LoadedModule>
  readonly omitted: ReadonlySet<string>
  /** Called at the beginning and after each test. */
  onSign(): void
}

/** The failure of the first failed test, or of the file if it cannot be loaded. */
async function runOnce(
  { moduleRunner, _otel }: Innards,
  { config }: TestRunner,
  path: string,
  { users, omitted, onSign }: Anew,
): Promise<Failure | undefined> {
  forget(users)
  const quiet = new QuietRunner(config)
  Object.assign(quiet, { moduleRunner, omitted, onSign })
  onSign()
  quiet.__setTraces(_otel)
  switches.currentTestId = COVERAGE
  try {
    const [file] = await startTests([path], quiet)
    if (quiet.failure !== undefined) return quiet.failure
    if (file?.result?.state !== 'fail') return undefined
    return { test: 'the file as a whole', isTimeout: isTimeout(file.result.errors) }
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
