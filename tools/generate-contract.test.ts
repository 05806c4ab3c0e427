import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CONTRACT_FILE, generateContract } from './generate-contract.ts'

it('packages/types/src/contract.ts is what the schemas say: node tools/generate-contract.ts --write', async () => {
  expect(readFileSync(CONTRACT_FILE, 'utf8')).toBe(await generateContract())
})
