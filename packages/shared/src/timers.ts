/** Waits. Injected, so that tests move time instead of spending it. */
export interface Timers {
  /** Resolves after `ms`, or at once when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** Rejects with the error of `onTimeout` when the work takes longer than `limitMs`; the work itself continues, and its result is ignored. */
export async function withDeadline<T>(
  work: Promise<T>,
  limitMs: number,
  timers: Timers,
  onTimeout: () => Error,
): Promise<T> {
  const decided = new AbortController()
  const deadline = timers.sleep(limitMs, decided.signal).then(() => {
    // Woken because the work has finished first: nothing is missed, and an error with its stack costs as much as a
    // small query.
    if (!decided.signal.aborted) throw onTimeout()
    return work
  })
  // Once the work has won, the deadline's error has no listener.
  deadline.catch(() => undefined)
  try {
    return await Promise.race([work, deadline])
  } finally {
    // A reason of its own: without one an exception is made, with its stack, that is not looked at.
    decided.abort(null)
  }
}
