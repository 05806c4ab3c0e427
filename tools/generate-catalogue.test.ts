import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CATALOGUE_FOLDER, generateCatalogue } from './generate-catalogue.ts'

it('the catalogue is what the folders of the languages say: npm run contract', async () => {
  const files = readdirSync(CATALOGUE_FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => [name, readFileSync(join(CATALOGUE_FOLDER, name), 'utf8')] as const)
  expect(new Map(files)).toEqual(await generateCatalogue())
})
