import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const PACKAGES = join(import.meta.dirname, '../packages')
const SOURCE = join(PACKAGES, 'gateway/src')

/** The places that compose and serve the test environment. Everything else is the same in production. */
const TEST_ENVIRONMENT = [
  'composition',
  'configuration-file',
  'installation-checks',
  'operator-tools',
  'pages',
  'test-tools',
]

function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => join(folder, path))
}

it('slices and providers know no simulator: composition hands in what the test environment adds', () => {
  const folders = readdirSync(SOURCE, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const slices = folders
    .filter(({ name }) => !TEST_ENVIRONMENT.includes(name))
    .map(({ name }) => join(SOURCE, name))
  const others = ['cli/src/installation', 'cli/src/shell-completion', 'identity/src', 'portal-api/src']
  const files = [...slices, ...others.map((name) => join(PACKAGES, name))].flatMap(listFiles)
  expect(files.length).toBeGreaterThan(300)
  const named = files.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, index) => (/simulat|\bsim-[a-z]/i.test(line) ? [`${path}:${index + 1}`] : [])),
  )
  expect(named).toEqual([])
})

/** The other files that may name a table of the simulators: everything else goes through their control interface. */
const NAMES_THEIR_TABLES = [
  // The list that removes them from a database, where no simulator is loaded.
  'packages/gateway/src/composition/tables.ts',
  // The one file of the tests that knows tables.
  'packages/gateway/test/books.ts',
  'e2e/fixtures/gateway.ts',
  // Counts the statements of a purchase, those of the ledger too.
  'packages/gateway/test/cost-of-a-purchase.test.ts',
]

it('only the simulators use their tables', () => {
  const root = join(import.meta.dirname, '..')
  const sources = execFileSync('git', ['ls-files', 'packages', 'e2e', 'bench', 'examples', 'tools', '*.ts'], {
    cwd: root,
    encoding: 'utf8',
  })
  const files = sources.split('\n').filter((path) => path.endsWith('.ts') && existsSync(join(root, path)))
  expect(files.length).toBeGreaterThan(1_000)
  const naming = files.filter((path) =>
    /\bsimulated_(authorizations|callbacks|challenge_rounds|challenges|clocks|order_keys|orders|refunds)\b/.test(
      readFileSync(join(root, path), 'utf8'),
    ),
  )
  const others = naming.filter((path) => !path.startsWith('packages/simulators/'))
  expect(others.filter((path) => path !== 'tools/simulation-words.test.ts').sort()).toEqual(
    [...NAMES_THEIR_TABLES].sort(),
  )
})
