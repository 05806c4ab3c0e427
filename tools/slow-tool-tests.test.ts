import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

import { READ_BY } from './slow-tool-tests.mjs'
import { ROOT } from './stage.mjs'

it.each(Object.entries(READ_BY))('%s is there, with what it reads', (test, read) => {
  for (const name of [test, ...read]) expect(existsSync(join(ROOT, name)), name).toBe(true)
})

it('the tests of mutants run again when a suite that they run has changed', () => {
  const specimens = execFileSync('git', ['ls-files', 'tools/mutants/specimens'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  expect(READ_BY['tools/mutants/try-mutants.test.ts']).toEqual(
    expect.arrayContaining(specimens.trim().split('\n')),
  )
})
