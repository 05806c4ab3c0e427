import type { Page } from '@playwright/test'

/** Every string that the process of the page's own document holds, frames of other sites excepted. Chromium only. */
export async function readHeap(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  return chunks.join('')
}

/** Counters that must not grow while components are created and destroyed. */
export interface Counters {
  readonly documents: number
  readonly frames: number
  readonly listeners: number
  readonly nodes: number
  readonly heapBytes: number
}

/** Counts after a collection of garbage. Chromium only. */
export async function countHeap(page: Page): Promise<Counters> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  // The second collection frees weakly reachable objects.
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  await session.detach()
  const of = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? NaN
  return {
    documents: of('Documents'),
    frames: of('Frames'),
    listeners: of('JSEventListeners'),
    nodes: of('Nodes'),
    heapBytes: of('JSHeapUsedSize'),
  }
}
