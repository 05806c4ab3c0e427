import { type Browser, type BrowserContextOptions, devices, type Page } from '@playwright/test'

import { countSteps, fingerHands, type Hands, keyboardHands, mouseHands, treeHands } from './hands.ts'

/** Somebody at a page, whose steps are counted: presses, filled fields and choices. */
export interface Worker extends Hands {
  readonly page: Page
  readonly steps: () => number
}

interface Way {
  readonly name: string
  readonly options: BrowserContextOptions
  readonly makeHands: (page: Page) => Hands
}

/** The ways to operate the portal. */
export const WAYS: readonly [Way, ...Way[]] = [
  { name: 'by mouse', options: {}, makeHands: mouseHands },
  { name: 'by the keyboard alone', options: {}, makeHands: keyboardHands },
  { name: 'on a phone', options: devices['iPhone SE'], makeHands: fingerHands },
  { name: 'by what a screen reader is given', options: {}, makeHands: treeHands },
]

/** Opens a page of somebody's own. */
export async function openWorker(
  browser: Browser,
  { options, makeHands }: Way,
  further: BrowserContextOptions = {},
): Promise<Worker> {
  const context = await browser.newContext({ ...options, ...further })
  const page = await context.newPage()
  return { page, ...countSteps(makeHands(page)) }
}
