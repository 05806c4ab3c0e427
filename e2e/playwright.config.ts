import { defineConfig } from '@playwright/test'
import { findChromium, findHeadlessShell } from '../tools/ensure-chromium.mjs'
import { onlyInVerify } from '../tools/verify-pieces.mjs'
import { CHROMIUM_ARGS, SHELL_ARGS } from './chromium-args.ts'

const executablePath = findChromium()
if (!executablePath)
  throw new Error(
    'No Chromium in PATH: run "node tools/test.mjs chromium", or set SLUICE_CHROMIUM to its path.',
  )

const shell = findHeadlessShell()

/** Tests that need the whole browser: its own pages, and the autofill of cards. */
const FOR_WHOLE_CHROMIUM = ['**/chromium-args.spec.ts', '**/fields/autofill.spec.ts']

/** `npm test` leaves them to `npm run verify`; naming a file runs it. */
const leftOut =
  process.env['SLUICE_TESTS'] === 'of-a-change' ? onlyInVerify('e2e').map((path) => `**/${path}.spec.ts`) : []

const wholeChromium = {
  name: 'chromium',
  use: { launchOptions: { executablePath, args: [...CHROMIUM_ARGS] } },
}

/** One more than the machines we are built for have cores: a test waits half of its time. Each has a gateway and a shop. */
const MAX_WORKERS = 3

export default defineConfig({
  testDir: 'tests',
  outputDir: '../test-results/e2e',
  fullyParallel: true,
  workers: MAX_WORKERS,
  forbidOnly: process.env['CI'] !== undefined,
  // A test that passes the second time has found something.
  retries: 0,
  // Generous, because other suites run at the same time: a time limit finds no bugs.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  reporter: 'list',
  use: {
    locale: 'en-US',
    viewport: { width: 1280, height: 1080 },
    // A moving element may be elsewhere when a busy machine releases the button: then neither is clicked.
    contextOptions: { reducedMotion: 'reduce' },
    // Traces and videos record what is typed, card numbers included.
    trace: 'off',
    video: 'off',
  },
  // The longest first.
  projects: shell
    ? [
        {
          name: 'shell',
          testIgnore: [...FOR_WHOLE_CHROMIUM, ...leftOut],
          use: { launchOptions: { executablePath: shell, args: [...SHELL_ARGS] } },
        },
        { ...wholeChromium, testMatch: FOR_WHOLE_CHROMIUM, testIgnore: leftOut },
      ]
    : [{ ...wholeChromium, testIgnore: leftOut }],
})
