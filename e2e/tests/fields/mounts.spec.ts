import { expect, type Page } from '@playwright/test'
import { test } from '../../fixtures/fields-test.ts'
import { countHeap } from '../../models/heap.ts'

/** `npm run verify -- mounts` does a thousand. */
const MOUNTS = Number(process.env['PROOF_MOUNTS'] ?? 25)
/** Caches, compiled code and the first of everything are paid for by then. */
const WARM_UP_MOUNTS = 10
/** A component that is kept alive holds its host element, frame and listeners: some 20 kB. Code that gets hot grows too. */
const MAX_GROWTH_BYTES = 400_000

/**
 * Chromium 150 crashes when an element around a frame of another site has been moved a few hundred times, on a bare page
 * without us as well.
 */
const MAX_MOVES = 250

const WAYS = {
  'created, mounted and destroyed': `
    const core = await PaymentComponent(options)
    await core.create('card', config).mount('#card')
    core.destroy()
  `,
  'mounted and unmounted': `
    await card.mount('#card')
    card.unmount()
  `,
} as const

for (const [way, once] of Object.entries(WAYS)) {
  const times = way === 'mounted and unmounted' ? Math.min(MOUNTS, MAX_MOVES) : MOUNTS
  test(`${times} times ${way} leave nothing behind`, async ({ fields, page }) => {
    test.setTimeout(60_000 + times * 2_000)
    await fields.open({ mount: 'later' })
    await repeat(page, once, WARM_UP_MOUNTS)
    const before = await countHeap(page)
    await repeat(page, once, times)
    const after = await countHeap(page)
    process.stdout.write(`${times} times ${way}: ${JSON.stringify({ before, after })}\n`)

    expect(after.frames).toBe(before.frames)
    expect(after.documents).toBe(before.documents)
    expect(after.listeners).toBe(before.listeners)
    expect(after.nodes).toBeLessThanOrEqual(before.nodes)
    expect(after.heapBytes - before.heapBytes).toBeLessThan(MAX_GROWTH_BYTES)
    expect(fields.complaints).toEqual([])
  })
}

function repeat(page: Page, once: string, times: number): Promise<unknown> {
  return page.evaluate(`(async () => { for (let count = 0; count < ${times}; count += 1) { ${once} } })()`)
}
