import { mkdirSync, writeFileSync } from 'node:fs'
import { mergeTests } from '@playwright/test'
import { test as fieldsTest } from '../fixtures/fields-test.ts'
import { test as hostedTest } from '../fixtures/hosted-page-test.ts'
import type { Driver } from './driver.ts'
import { type Engine, type Look, startEngine } from './engines.ts'
import { EmbeddedPage } from './pages.ts'

export interface EngineOptions {
  readonly engine: Engine
  readonly look: Look
}

interface TestFixtures {
  readonly driver: Driver
  readonly embedded: EmbeddedPage
  /** Saves a picture for people. */
  readonly keepPicture: (name: string) => Promise<void>
}

const PICTURES = new URL('../../test-results/pictures/', import.meta.url)

const base = mergeTests(fieldsTest, hostedTest)

/** Playwright's `test` with an engine for each worker, and a gateway whose frames have the sites that shoppers meet. */
export const test = base.extend<TestFixtures, EngineOptions & { readonly started: Driver }>({
  engine: ['chromium', { scope: 'worker', option: true }],
  look: [
    { colorScheme: 'light', textPx: 16 },
    { scope: 'worker', option: true },
  ],
  framesAt: ['name', { scope: 'worker' }],
  started: [
    async ({ engine, look }, use) => {
      const driver = await startEngine(engine, look)
      await use(driver)
      await driver.close()
    },
    { scope: 'worker' },
  ],
  driver: async ({ started }, use, test) => {
    await started.go('about:blank')
    await started.resizeWindow(1280, 960)
    await use(started)
    if (test.status === test.expectedStatus) return
    writeFileSync(test.outputPath('failed.png'), await started.screenshot())
  },
  embedded: async ({ driver, merchant }, use) => {
    await use(new EmbeddedPage(driver, merchant))
  },
  keepPicture: async ({ driver, engine }, use) => {
    await use(async (name) => {
      mkdirSync(PICTURES, { recursive: true })
      writeFileSync(new URL(`${engine}-${name}.png`, PICTURES), await driver.screenshot())
    })
  },
})
