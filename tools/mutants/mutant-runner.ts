/**
 * Tries mutants while a suite runs, in milliseconds each. Every test runs without a mutant first, which shows the
 * mutants it reaches, then again with each of them that no test has found. After the last test of a file, what is left
 * (and what acts while a module is loaded, also by a test) is tried by that file as a whole, with the modules loaded
 * again. A first round does so with quick tests alone, and finds most; only what the second one does not find survives.
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'

import { type RunnerTestCase, type RunnerTestFile, TestRunner } from 'vitest'

import type { Mutant } from './mutant.ts'
import { readProcessorMs } from './processor-time.ts'
import { rerun } from './rerun.ts'
import { runBody } from './run-body.ts'
import { activate, readCoverage, switches } from './switches.ts'
import { type Noticed, readNoticed, trialFiles } from './trial-files.ts'

const files = trialFiles(process.env['MUTANTS_FOLDER'] ?? '')
const apart = process.env['MUTANT_APART']
const isFirstRound = process.env['MUTANT_ROUND'] === 'quick'
const mutants = JSON.parse(readFileSync(files.mutants, 'utf8')) as Mutant[]

/** Most tests take less; one with a key agreement for each of its hundred cases takes a hundred times as long. */
const QUICK_TEST_MS = 25

/** The mutants that no test has found yet. Files of tests share one process. */
const wanted = new Map(mutants.map((mutant) => [mutant.id, mutant]))
for (const noticed of readNoticed(files)) if ('found' in noticed) wanted.delete(noticed.found)

/**
 * The mutants that were reached only while a test loaded a module: the module is loaded once, for all files of tests.
 */
const metInLoading = new Set<string>()

if (apart !== undefined) {
  wanted.clear()
  activate(apart)
}

export default class MutantRunner extends TestRunner {
  readonly #met = new Set<string>()
  /** The mutants with which a test could not be repeated. */
  readonly #untried = new Set<string>()
  /** Ids of the tests of a file that the first round leaves out. */
  readonly #slow = new Set<string>()

  async runTask(test: RunnerTestCase): Promise<void> {
    const body = TestRunner.getTestFn(test)
    if (apart !== undefined || test.fails) return body()
    recordActive('')
    switches.currentTestId = test.id
    const beganMs = readProcessorMs()
    try {
      await body()
    } finally {
      switches.currentTestId = undefined
    }
    const isSlow = readProcessorMs() - beganMs > QUICK_TEST_MS
    if (isSlow) this.#slow.add(test.id)
    const hits = [...readCoverage(test.id)].filter(([id]) => wanted.has(id))
    if (hits.length === 0 || test.result?.state === 'fail') return
    for (const [id] of hits) this.#met.add(id)
    if (isFirstRound && isSlow) return
    const untried = new Set(hits.map(([id]) => id))
    await this.#repeat(test, body, hits, untried)
    for (const id of untried) this.#untried.add(id)
  }

  /** Runs a test with each mutant that it meets, and takes away from the untried ones those that it says something about. */
  async #repeat(
    test: RunnerTestCase,
    body: () => unknown,
    hits: readonly (readonly [id: string, count: number])[],
    untried: Set<string>,
  ): Promise<void> {
    switches.currentTestId = test.id
    const repeated = await runBody(test, body)
    switches.currentTestId = undefined
    const metAgain = readCoverage(test.id)
    // Some tests cannot be repeated: they are tried with the file as a whole.
    if (repeated !== 'passes') return
    for (const [id, count] of hits) {
      if (!metAgain.has(id)) {
        metInLoading.add(id)
        continue
      }
      recordActive(id)
      activate(id, count)
      const outcome = await runBody(test, body)
      activate(undefined)
      if (outcome === 'passes') {
        untried.delete(id)
        continue
      }
      // If the test now fails without a mutant, leftovers of this one would count against the next.
      if (outcome === 'hangs' || (await runBody(test, body)) !== 'passes') return
      untried.delete(id)
      wanted.delete(id)
      note({ found: id, test: test.name })
    }
  }

  override onAfterRunTask(test: RunnerTestCase): void {
    super.onAfterRunTask(test)
    recordActive(apart ?? '')
  }

  // oxlint-disable-next-line typescript/no-misused-promises -- the runner waits for what is returned here
  override async onAfterRunFiles(ran: RunnerTestFile[]): Promise<void> {
    super.onAfterRunFiles(ran)
    const [file] = ran
    if (apart !== undefined || !file) return
    // A repeated body may leave behind something that fails a hook; a file that also fails when loaded again says
    // nothing.
    const hasFailed = file.result?.state === 'fail'
    const loaded = readCoverage()
    const isMet = (id: string): boolean => this.#met.has(id) || loaded.has(id) || metInLoading.has(id)
    const left = [...wanted.values()].filter(({ id }) => isMet(id))
    const passed: string[] = []
    const untried: string[] = []
    const extent = isFirstRound
      ? { omitted: this.#slow, isOpen: () => false }
      : { omitted: new Set<string>(), isOpen: (id: string) => !this.#met.has(id) || this.#untried.has(id) }
    for await (const trial of rerun(this, file.filepath, left, extent, recordActive)) {
      if (trial.outcome === 'passes') passed.push(trial.id)
      else if (trial.outcome === 'unrepeatable') {
        if (!hasFailed) untried.push(trial.id)
      } else {
        wanted.delete(trial.id)
        note({ found: trial.id, test: trial.test })
      }
    }
    if (!isFirstRound && passed.length > 0) note({ met: passed })
    if (!isFirstRound && untried.length > 0) note({ untried, suite: file.filepath })
    this.#met.clear()
    this.#untried.clear()
    this.#slow.clear()
  }
}

function note(noticed: Noticed): void {
  appendFileSync(files.noticed, `${JSON.stringify(noticed)}\n`)
}

/** The record is written with every test too: it distinguishes a mutant that never ends from a slow machine. */
function recordActive(id: string): void {
  writeFileSync(files.active, id)
}
