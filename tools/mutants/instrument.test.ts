import { expect, it } from 'vitest'

import { instrumentFiles } from './instrument.ts'

it('puts every mutant of a file behind a switch of its own', async () => {
  const file = 'packages/types/src/vocabulary/money.ts'
  const { code, mutants } = await instrumentFiles([file])
  expect(mutants.length).toBeGreaterThan(50)
  expect(new Set(mutants.map(({ key }) => key)).size).toBe(mutants.length)
  for (const { id } of mutants) expect(code[file]).toContain(`stryMutAct_9fa48("${id}")`)
})
