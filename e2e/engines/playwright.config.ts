import { defineConfig } from '@playwright/test'
import { ENGINES, type Engine } from './engines.ts'
import type { EngineOptions } from './engines-test.ts'

/** Playwright's runner and assertions; the browsers are driven by {@link ENGINES}. */
export default defineConfig<object, EngineOptions>({
  testDir: 'tests',
  outputDir: '../../test-results/engines',
  // One browser has the processor, and the keyboard, to itself.
  workers: 1,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['./count-reporter.ts']],
  projects: (Object.keys(ENGINES) as Engine[]).map((engine) => ({ name: engine, use: { engine } })),
})
