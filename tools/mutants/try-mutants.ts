/**
 * Tries the mutants that a folder names, by the given suites: first all of them in a run or two, then the undecided
 * ones individually. Every verdict is recorded as soon as it is known; the parent program stops this one when no
 * verdict arrives.
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'

import { createVitest, type TestSpecification } from 'vitest/node'

import { type Failure, isTimeout } from './failure.ts'
import type { Mutant } from './mutant.ts'
import { type Noticed, readNoticed, trialFiles } from './trial-files.ts'

const [folder = '', projects = '', ...suites] = process.argv.slice(2)
const files = trialFiles(folder)
const mutants = JSON.parse(readFileSync(files.mutants, 'utf8')) as Mutant[]
process.env['MUTANTS_FOLDER'] = folder

/** Suites with a gateway have hardly a quick test, and take too long to be run twice. */
const rounds = projects.split(',').includes('integration') ? ['whole'] : ['quick', 'whole']

const vitest = await createVitest('test', {
  config: 'tools/mutants/vitest.config.ts',
  watch: false,
  reporters: [{}],
})

function note(noticed: Noticed): void {
  appendFileSync(files.noticed, `${JSON.stringify(noticed)}\n`)
}

/** Returns the failure with a mutant, or without one; undefined when all pass. */
async function findFailure(
  specifications: TestSpecification[],
  mutant: string | undefined,
): Promise<Failure | undefined> {
  writeFileSync(files.active, mutant ?? '')
  // No mutant has this id.
  process.env['MUTANT_APART'] = mutant ?? ''
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  const ran = new Set(specifications.map(({ moduleId }) => moduleId))
  for (const module of testModules.filter(({ moduleId }) => ran.has(moduleId))) {
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result()
      if (state === 'failed') return { test: test.name, isTimeout: isTimeout(errors) }
    }
    if (module.state() === 'failed') {
      return { test: `${basename(module.moduleId)} as a whole`, isTimeout: isTimeout(module.errors()) }
    }
  }
  if (unhandledErrors.length === 0) return undefined
  return { test: 'an error outside of every test', isTimeout: false }
}

try {
  const specifications = (await vitest.globTestSpecifications(suites)).filter(({ project }) =>
    projects.split(',').includes(project.name),
  )
  if (specifications.length === 0) throw new Error(`There are no tests in ${suites.join(', ')}`)
  for (const round of rounds) {
    process.env['MUTANT_ROUND'] = round
    await vitest.runTestSpecifications(specifications)
  }

  const noticed = readNoticed(files)
  const found = new Set(noticed.flatMap((one) => ('found' in one ? one.found : [])))
  const met = new Set(noticed.flatMap((one) => ('met' in one ? one.met : [])))
  const untried = noticed.flatMap((one) => ('untried' in one ? [one] : []))
  // One test that fails is enough.
  vitest.config.bail = 1
  for (const { id } of mutants) {
    if (found.has(id)) continue
    const suitesLeft = untried.filter((one) => one.untried.includes(id)).map(({ suite }) => suite)
    const left = specifications.filter(({ moduleId }) => suitesLeft.includes(moduleId))
    if (left.length === 0) {
      note(met.has(id) ? { survives: id } : { unmet: id })
      continue
    }
    const failure = await findFailure(left, id)
    const isFound = failure && !(failure.isTimeout && (await findFailure(left, undefined)))
    note(isFound ? { found: id, test: failure.test } : { survives: id })
  }
  note({ isComplete: true })
  // Tests failed, as they should.
  process.exitCode = 0
} finally {
  await vitest.close()
}
