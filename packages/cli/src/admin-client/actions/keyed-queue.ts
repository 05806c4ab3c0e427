/** Runs jobs of one key in order, and jobs of different keys at the same time. */
export interface KeyedQueue {
  /** Resolves when another job can be added, which may be before this one has finished. */
  add(key: string, work: () => Promise<void>): Promise<void>
  /** Resolves when every job is done. */
  finish(): Promise<void>
}

/** @param maxOpen - the most jobs that wait or run at once. */
export function createKeyedQueue(maxOpen: number): KeyedQueue {
  const last = new Map<string, Promise<void>>()
  const open = new Set<Promise<void>>()
  return {
    async add(key, work) {
      const turn = (last.get(key) ?? Promise.resolve()).then(work)
      const ended = turn.finally(() => {
        open.delete(ended)
        if (last.get(key) === ended) last.delete(key)
      })
      open.add(ended)
      last.set(key, ended)
      while (open.size >= maxOpen) await Promise.race(open)
    },
    async finish() {
      await Promise.all(open)
    },
  }
}
