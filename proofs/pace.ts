import { setTimeout as sleep } from 'node:timers/promises'

/** Limits how many callers start per second, however long each of them takes; 0 means no limit. */
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
