/** A counter with a way to wait for a count. */
export interface Tally {
  readonly count: () => void
  readonly total: () => number
  /** Resolves when the given number of further events was counted. */
  reaches(more: number): Promise<void>
}

export function tally(): Tally {
  let total = 0
  const waiting = new Map<() => void, number>()
  return {
    total: () => total,
    count() {
      total += 1
      for (const [resolve, at] of waiting) {
        if (total < at) continue
        waiting.delete(resolve)
        resolve()
      }
    },
    reaches: (more) =>
      new Promise((resolve) => {
        waiting.set(resolve, total + more)
      }),
  }
}
