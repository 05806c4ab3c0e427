/** How a piece of work waits. */
export interface Turn {
  /** Whether it goes before the work of everybody else. */
  readonly hasPriority: boolean
  /** Aborts when nobody waits for the result any more: what has not begun is not done. */
  readonly signal: AbortSignal | null
}

/**
 * Runs work when its turn comes.
 *
 * @throws {QueueFullError} when too much work waits.
 * @throws The reason of the signal, when it aborts before the work begins.
 */
export type RunInTurn = <T>(work: () => Promise<T>, turn: Turn) => Promise<T>

/** Thrown in place of work that was not begun. */
export class QueueFullError extends Error {
  constructor() {
    super('Too much work waits; try again in some seconds')
  }
}

/**
 * Runs so many pieces of work at once; the others wait in the order in which they came, those with priority first.
 *
 * @param waitingMax - with priority, and without it: neither takes the other's places.
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
      // The turn goes on to the next in line, or back.
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

/** Sets keep the order in which work came. */
type Waiting = Set<() => void>
