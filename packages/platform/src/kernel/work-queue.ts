/** Priority and cancellation of queued work. */
export interface Turn {
  /** Whether it runs before work without priority. */
  readonly hasPriority: boolean
  /** Aborts when the result is no longer needed: work that has not started is dropped. */
  readonly signal: AbortSignal | null
}

/**
 * Queues work and runs it in its turn.
 *
 * @throws {QueueFullError} when too much work waits.
 * @throws The reason of the signal, when it aborts before the work begins.
 */
export type RunInTurn = <T>(work: () => Promise<T>, turn: Turn) => Promise<T>

/** The queue was full, so the work was not started. */
export class QueueFullError extends Error {
  constructor() {
    super('Too many requests are waiting; try again in a few seconds')
  }
}

/**
 * Limits how much work runs at once; the rest waits in order of arrival, work with priority first.
 *
 * @param waitingMax - the number of waiting places for work with priority, and separately for work without it.
 */
export function createWorkQueue({ atOnce, waitingMax }: QueueSize): RunInTurn {
  const [first, others]: [Waiting, Waiting] = [new Set(), new Set()]
  let free = atOnce

  const wait = ({ hasPriority, signal }: Turn) =>
    new Promise<void>((resolve, reject) => {
      const waiting = hasPriority ? first : others
      if (waiting.size >= waitingMax) return reject(new QueueFullError())
      const begin = () => {
        waiting.delete(begin)
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        waiting.delete(begin)
        reject(signal?.reason as Error)
      }
      signal?.addEventListener('abort', leave, { once: true })
      waiting.add(begin)
    })

  return async (work, turn) => {
    turn.signal?.throwIfAborted()
    if (free > 0) free -= 1
    else await wait(turn)
    try {
      return await work()
    } finally {
      // Passes the slot to the next in the queue, or frees it.
      const [next] = first.size > 0 ? first : others
      if (next) next()
      else free += 1
    }
  }
}

export interface QueueSize {
  readonly atOnce: number
  readonly waitingMax: number
}

/** Sets, because they iterate in order of insertion. */
type Waiting = Set<() => void>
