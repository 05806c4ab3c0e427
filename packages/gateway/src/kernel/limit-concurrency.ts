/** Runs work when its turn comes. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** Lets so many run at once; the others wait in the order in which they came. */
export function limitConcurrency(max: number): InTurn {
  const waiting: (() => void)[] = []
  let free = max
  return async (work) => {
    if (free > 0) free -= 1
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
