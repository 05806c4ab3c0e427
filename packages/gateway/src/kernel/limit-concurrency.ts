/** Runs work when its turn comes. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** Work that was not taken: as much as may wait was waiting. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

/**
 * Lets so many run at once; the others wait in the order in which they came.
 *
 * @param maxWaiting - how many may wait; what comes then fails at once with {@link QueueFull}.
 */
export function limitConcurrency(max: number, maxWaiting = Number.POSITIVE_INFINITY): InTurn {
  const waiting: (() => void)[] = []
  let free = max
  return async (work) => {
    if (free > 0) free -= 1
    else if (waiting.length >= maxWaiting) throw new QueueFull(`${maxWaiting} wait already`)
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The turn goes on to the next in line, or back.
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
