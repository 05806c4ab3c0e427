import { type Browser, chromium, devices, type Page } from '@playwright/test'
import { CHROMIUM_ARGS } from '../../e2e/chromium-args.ts'
import { findChromium } from '../../tools/ensure-chromium.mjs'
import { median } from '../fields/measure-form.ts'

/** The slow-down of a mid-range phone relative to this processor. */
export const CPU_SLOWDOWN = 4

export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('No Chromium in PATH: set SLUICE_CHROMIUM to its path.')
  return chromium.launch({ executablePath, args: [...CHROMIUM_ARGS] })
}

/** Loads a page in a separate context, with an empty cache, on a slowed-down processor. */
export async function openOnSlowPhone<Figures>(
  browser: Browser,
  use: (page: Page) => Promise<Figures>,
): Promise<Figures> {
  const context = await browser.newContext({ ...devices['Pixel 7'] })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    return await use(page)
  } finally {
    await context.close()
  }
}

/** Returns the median, with the lowest and the highest value if they differ. */
export function spread(values: readonly number[]): string {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  const middle = median(values).toFixed(0)
  return lowest === highest ? middle : `${middle} (${lowest.toFixed(0)}–${highest.toFixed(0)})`
}
