import type { Page } from '@playwright/test'

/**
 * Collects, from the first paint on, what the browser calls unexpected shifts of layout, of the page and of the frames in it: which
 * elements moved, from where to where.
 */
export async function watchShiftsFromTheStart(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const counted = window as unknown as { shifts: string[] }
    counted.shifts = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { sources } = entry as unknown as { sources: readonly ShiftSource[] }
        for (const { node, previousRect, currentRect } of sources)
          counted.shifts.push(
            `${node?.nodeName} ${node?.parentElement?.className}: ${JSON.stringify([previousRect, currentRect])}`,
          )
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return async () => {
    const painted =
      'new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(window.shifts ?? []))))'
    return (await Promise.all(page.frames().map((frame) => frame.evaluate<string[]>(painted)))).flat()
  }
}

interface ShiftSource {
  readonly node: Node | null
  readonly previousRect: DOMRectReadOnly
  readonly currentRect: DOMRectReadOnly
}
