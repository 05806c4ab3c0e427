import { type Browser, chromium, devices, type Page } from '@playwright/test'
import { CHROMIUM_ARGS } from '../../e2e/chromium-args.ts'
import { findChromium } from '../../tools/ensure-chromium.mjs'
import { median } from '../fields/measure-form.ts'

/** A phone of the middle class beside the processor this runs on. */
export const CPU_SLOWDOWN = 4

export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('No Chromium in PATH: set SLUICE_CHROMIUM to its path.')
  return chromium.launch({ executablePath, args: [...CHROMIUM_ARGS] })
}

/** Loads a page in a context of its own, with nothing kept from before, on a slowed-down processor. */
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

/** The median, with the lowest and the highest where they differ. */
export function spread(values: readonly number[]): string {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  const middle = median(values).toFixed(0)
  return lowest === highest ? middle : `${middle} (${lowest.toFixed(0)}–${highest.toFixed(0)})`
}
