/**
 * Tries mutants while a suite runs, in milliseconds each. Every test runs without a mutant first, which says what mutants it meets, then
 * once more with each of them that no test has found. After the last test of a file, what is left (and what acts while a module is
 * loaded) is tried by that file as a whole, with the modules loaded anew.
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'

import { type RunnerTestCase, type RunnerTestFile, TestRunner } from 'vitest'

import type { Mutant } from './mutant.ts'
import { runAnew } from './run-anew.ts'
import { runBody } from './run-body.ts'
import { activate, readCoverage, switches } from './switches.ts'
import { type Noticed, trialFiles } from './trial-files.ts'

const files = trialFiles(process.env['MUTANTS_FOLDER'] ?? '')
const apart = process.env['MUTANT_APART']
const mutants = JSON.parse(readFileSync(files.mutants, 'utf8')) as Mutant[]

/** What no test has found yet. Files of tests share one process. */
const wanted = new Map(mutants.map((mutant) => [mutant.id, mutant]))

if (apart !== undefined) {
  wanted.clear()
  activate(apart)
}

export default class MutantRunner extends TestRunner {
  readonly #met = new Set<string>()

  async runTask(test: RunnerTestCase): Promise<void> {
    const body = TestRunner.getTestFn(test)
    if (apart !== undefined || test.fails) return body()
    switches.currentTestId = test.id
    try {
      await body()
    } finally {
      switches.currentTestId = undefined
    }
    const hits = [...readCoverage(test.id)].filter(([id]) => wanted.has(id))
    if (hits.length === 0 || test.result?.state === 'fail') return
    for (const [id] of hits) this.#met.add(id)
    // Some tests cannot be repeated: they are tried with the file as a whole.
    if ((await runBody(test, body)) !== 'passes') return
    const loaded = readCoverage()
    for (const [id, count] of hits) {
      if (loaded.has(id)) continue
      noteActive(id)
      activate(id, count)
      const outcome = await runBody(test, body)
      activate(undefined)
      if (outcome === 'passes') continue
      // What the mutant left behind would speak against the next one.
      if (outcome === 'hangs' || (await runBody(test, body)) !== 'passes') return
      wanted.delete(id)
      note({ found: id, test: test.name })
    }
  }

  // oxlint-disable-next-line typescript/no-misused-promises -- the runner waits for what is returned here
  override async onAfterRunFiles(ran: RunnerTestFile[]): Promise<void> {
    super.onAfterRunFiles(ran)
    const [file] = ran
    if (apart !== undefined || !file || file.result?.state === 'fail') return
    const loaded = readCoverage()
    const left = [...wanted.values()].filter(({ id }) => this.#met.has(id) || loaded.has(id))
    const passed: string[] = []
    const untried: string[] = []
    for await (const trial of runAnew(this, file.filepath, left, noteActive)) {
      if (trial.outcome === 'passes') passed.push(trial.id)
      else if (trial.outcome === 'unrepeatable') untried.push(trial.id)
      else {
        wanted.delete(trial.id)
        note({ found: trial.id, test: trial.test })
      }
    }
    if (passed.length > 0) note({ met: passed })
    if (untried.length > 0) note({ untried, suite: file.filepath })
    this.#met.clear()
  }
}

function note(noticed: Noticed): void {
  appendFileSync(files.noticed, `${JSON.stringify(noticed)}\n`)
}

function noteActive(id: string): void {
  writeFileSync(files.active, id)
}
