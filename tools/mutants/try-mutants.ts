/**
 * Tries the mutants that a folder names, by the suites it is given: first all of them inside two runs, then one by one what these
 * could not say. Every verdict is noted as soon as it is known; the program that started this one stops it when nothing comes.
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'

import { createVitest, type TestSpecification } from 'vitest/node'

import type { Mutant } from './mutant.ts'
import { type Noticed, readNoticed, trialFiles } from './trial-files.ts'

const [folder = '', projects = '', ...suites] = process.argv.slice(2)
const files = trialFiles(folder)
const mutants = JSON.parse(readFileSync(files.mutants, 'utf8')) as Mutant[]
process.env['MUTANTS_FOLDER'] = folder

const vitest = await createVitest('test', {
  config: 'tools/mutants/vitest.config.ts',
  watch: false,
  reporters: [{}],
})

function note(noticed: Noticed): void {
  appendFileSync(files.noticed, `${JSON.stringify(noticed)}\n`)
}

/** The test, or the error, that a mutant fails; undefined when all pass. */
async function findFailure(specifications: TestSpecification[]): Promise<string | undefined> {
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  const ran = new Set(specifications.map(({ moduleId }) => moduleId))
  for (const module of testModules.filter(({ moduleId }) => ran.has(moduleId))) {
    for (const test of module.children.allTests()) if (test.result().state === 'failed') return test.name
    if (module.state() === 'failed') return `${basename(module.moduleId)} as a whole`
  }
  return unhandledErrors.length > 0 ? 'an error outside of every test' : undefined
}

try {
  const specifications = (await vitest.globTestSpecifications(suites)).filter(({ project }) =>
    projects.split(',').includes(project.name),
  )
  if (specifications.length === 0) throw new Error(`There are no tests in ${suites.join(', ')}`)
  for (const round of ['quick', 'whole']) {
    process.env['MUTANT_ROUND'] = round
    await vitest.runTestSpecifications(specifications)
  }

  const noticed = readNoticed(files)
  const found = new Set(noticed.flatMap((one) => ('found' in one ? one.found : [])))
  const met = new Set(noticed.flatMap((one) => ('met' in one ? one.met : [])))
  const untried = noticed.flatMap((one) => ('untried' in one ? [one] : []))
  for (const { id } of mutants) {
    if (found.has(id)) continue
    const suitesLeft = untried.filter((one) => one.untried.includes(id)).map(({ suite }) => suite)
    const left = specifications.filter(({ moduleId }) => suitesLeft.includes(moduleId))
    if (left.length === 0) {
      note(met.has(id) ? { survives: id } : { unmet: id })
      continue
    }
    writeFileSync(files.active, id)
    process.env['MUTANT_APART'] = id
    const failure = await findFailure(left)
    note(failure === undefined ? { survives: id } : { found: id, test: failure })
  }
  note({ isComplete: true })
  // Tests failed, as they should.
  process.exitCode = 0
} finally {
  await vitest.close()
}
