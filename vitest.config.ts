import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

import { SHELL_ARGS } from './e2e/chromium-args.ts'
import { findChromium, findHeadlessShell } from './tools/ensure-chromium.mjs'
import { plantInRunner } from './tools/planted-bugs/plant-bug.ts'
import { leftOutBy, onlyInVerify } from './tools/verify-pieces.mjs'

// Git removes generated sources when it goes to a commit that does not have them.
if (!existsSync(join(import.meta.dirname, 'packages/texts/src/catalogue')))
  execFileSync(process.execPath, [join(import.meta.dirname, 'tools/generate.ts')])

// Tests and editors read the sources of sister packages, never their builds.
const conditions = ['@sluice/source', 'module', 'node', 'development|production']

const plantedBug = process.env['PLANTED_BUG']

/** Paths from the root in the arguments: `npx vitest run packages/gateway/test`. */
const named = process.argv.slice(2).map((word) => relative(import.meta.dirname, resolve(word)))

/** `npm test` leaves them to `npm run verify`; whoever names a file or its folder runs it. */
const leftOut = (
  process.env['SLUICE_TESTS'] === 'of-a-change' ? onlyInVerify('integration') : leftOutBy(named)
).flatMap((path) => [path, `${path}/**`])

/** Slow tests of tools that passed with all that they read. */
const unchanged = (process.env['SLUICE_UNCHANGED'] ?? '').split(',').filter(Boolean)

const shared = {
  resolve: { conditions },
  ssr: { resolve: { conditions } },
}

/** As patient as `vi.waitFor` here; vitest's own second is over before a busy machine responds. */
const patient = { poll: { timeout: 60_000 } }

/** Debian's; the stage `chromium` of `npm test` installs it. Without one only the project `browser` fails. */
const shell = findHeadlessShell() ?? findChromium()
const chromium = { args: [...SHELL_ARGS], ...(shell === undefined ? {} : { executablePath: shell }) }

export default defineConfig({
  ...shared,
  plugins: plantedBug === undefined ? [] : [plantInRunner(plantedBug)],
  test: {
    fsModuleCache: true,
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          include: [
            'packages/*/{src,twins}/**/*.test.ts',
            'tools/**/*.test.ts',
            'examples/*/src/**/*.test.ts',
            'site/src/**/*.test.ts',
            'e2e/engines/*.test.ts',
          ],
          exclude: ['**/*.{http,store,browser}.test.ts', '**/node_modules/**', ...unchanged],
          setupFiles: [
            'tools/vitest/fail-on-console.ts',
            'tools/vitest/patient-waits.ts',
            'tools/vitest/property-runs.ts',
            'tools/vitest/resolve-localhost.ts',
          ],
          // Projects with limits of their own run one after the other.
          sequence: { groupOrder: 0 },
          // Key generation and schemas at their first use take seconds on a busy machine; a time limit finds no bugs.
          expect: patient,
          testTimeout: 90_000,
          hookTimeout: 90_000,
          // Nothing tested here has state to hide, and loading it once takes a quarter of the time.
          isolate: false,
        },
      },
      {
        ...shared,
        test: {
          name: 'integration',
          include: [
            'packages/*/{src,twins}/**/*.{http,store}.test.ts',
            'packages/*/test/**/*.test.ts',
            'proofs/**/*.test.ts',
            'examples/*/test/**/*.test.ts',
            'consumers/{test,generators,backends}/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', ...leftOut],
          globalSetup: ['packages/platform/test/postgres-setup.ts'],
          setupFiles: [
            'tools/vitest/patient-waits.ts',
            'tools/vitest/property-runs.ts',
            'tools/vitest/resolve-localhost.ts',
          ],
          // Every file would load the whole gateway again; what they share holds no state of a test.
          isolate: false,
          sequence: { groupOrder: 1 },
          // They mostly wait: two keep both cores of a small machine busy.
          maxWorkers: 2,
          // Tests beside each other in one file are those that wait for another process's clock.
          maxConcurrency: 32,
          // Real servers and databases on a busy machine of two cores: generous, because a time limit finds no bugs.
          expect: patient,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        resolve: { conditions: ['@sluice/source', 'browser', 'production'] },
        // All dependencies are found before the first test; one that was found later would load the pages again.
        optimizeDeps: { entries: ['packages/portal/src/start.ts', 'packages/*/src/**/*.browser.test.ts'] },
        test: {
          name: 'browser',
          include: ['packages/*/src/**/*.browser.test.ts'],
          setupFiles: ['tools/vitest/patient-waits.ts'],
          sequence: { groupOrder: 3 },
          expect: { poll: { timeout: 5_000 } },
          testTimeout: 6_000,
          hookTimeout: 90_000,
          browser: {
            enabled: true,
            headless: true,
            locators: { exact: false },
            screenshotFailures: false,
            viewport: { width: 1280, height: 1080 },
            provider: playwright({ launchOptions: chromium }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          name: 'release',
          include: ['consumers/{registry,containers,documents,runbook}/**/*.test.ts'],
          sequence: { groupOrder: 2 },
          maxWorkers: 1,
          // npm writes tens of thousands of files, which have to be removed.
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
