import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SOURCE = join(import.meta.dirname, '../packages/gateway/src')

/** Where the test environment is put together and served. Everything else is the same in production. */
const TEST_ENVIRONMENT = ['beside', 'commands', 'composition', 'configuration-file', 'pages', 'test-tools']

function listFiles(folder: string): readonly string[] {
  return readdirSync(join(SOURCE, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => join(folder, path))
}

it('slices and providers know no simulator: composition hands in what the test environment adds', () => {
  const folders = readdirSync(SOURCE, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const files = folders.flatMap(({ name }) => (TEST_ENVIRONMENT.includes(name) ? [] : listFiles(name)))
  expect(files.length).toBeGreaterThan(300)
  const named = files.flatMap((path) =>
    readFileSync(join(SOURCE, path), 'utf8')
      .split('\n')
      .flatMap((line, index) => (/simulat|\bsim-[a-z]/i.test(line) ? [`${path}:${index + 1}`] : [])),
  )
  expect(named).toEqual([])
})
