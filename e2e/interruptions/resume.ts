import { expect } from '@playwright/test'
import type { Sight } from './sights.ts'
import type { Card, Tab } from './surfaces.ts'

export interface Ending {
  readonly sight: 'paid' | 'over'
  /** Presses Pay after the interruption. */
  readonly clicks: number
}

/** More than any way on takes; past this the page leads in a circle. */
const MAX_STEPS = 8
/** A page that offers nothing for this long is a dead end, on a busy machine too. */
const PATIENCE_MS = 60_000

/** Does what a shopper does who follows what the page offers. */
const STEPS: Readonly<
  Record<Exclude<Sight, 'paid' | 'over' | 'waiting'>, (tab: Tab, card: Card) => Promise<void>>
> = {
  async form(tab, card) {
    await tab.type(card)
    await tab.press(card)
  },
  bank: (tab) => tab.answerBank(),
  'bank is lost': (tab) => tab.reloadBank(),
  'bank is elsewhere': (tab) => tab.giveUp(),
  notice: (tab) => tab.followNotice(),
  browser: async ({ page }) => void (await page.reload()),
}

/** Continues until the page shows the outcome of the payment. */
export async function proceed(tab: Tab, card: Card): Promise<Ending> {
  let clicks = 0
  let before: Sight = 'waiting'
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const sight = await nextSight(tab, before)
    if (sight === 'paid' || sight === 'over') return { sight, clicks }
    try {
      await STEPS[sight](tab, card)
      if (sight === 'form') clicks += 1
      before = sight
    } catch (error) {
      // The page was faster, and the element is gone. If it is still there, it is broken.
      if ((await tab.see()) === sight) throw error
      before = 'waiting'
    }
  }
  throw new Error(`${MAX_STEPS} steps led to no end; the last was "${before}"`)
}

/** Waits until the page differs from before, because an action takes time. */
async function nextSight(tab: Tab, before: Sight): Promise<Exclude<Sight, 'waiting'>> {
  let sight: Sight = 'waiting'
  await expect
    .poll(
      async () => {
        sight = await tab.see()
        return sight !== 'waiting' && sight !== before
      },
      { timeout: PATIENCE_MS, message: `the page offers a way on, after "${before}"` },
    )
    .toBe(true)
  return sight as Exclude<Sight, 'waiting'>
}
