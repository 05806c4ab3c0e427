import { setTimeout as sleep } from 'node:timers/promises'

/** Lets callers through at so many a second, however long each of them takes then; 0 lets everybody through. */
export function createPace(perSecond: number): () => Promise<void> {
  let nextAt = performance.now()
  return async () => {
    if (perSecond === 0) return
    const now = performance.now()
    const turn = Math.max(nextAt, now)
    nextAt = turn + 1_000 / perSecond
    await sleep(turn - now)
  }
}
