/** Starts a timer and returns what stops it. `keepsAlive` is `false` where a process may end before the timer does. */
export type StartTimer = (ms: number, fire: () => void, keepsAlive: boolean) => () => void

/** The deadline of a {@link Limit} has passed. */
export class TimeUp extends Error {
  override readonly name = 'TimeUp'
  readonly limitMs: number

  constructor(limitMs: number) {
    super(`the limit of ${limitMs} ms is over`)
    this.limitMs = limitMs
  }
}

/** A time limit. `signal.reason` is a {@link TimeUp}, or what the outer signal was aborted with. */
export interface Limit {
  readonly signal: AbortSignal
  /** Stops the timer and releases the outer signal. */
  release(): void
}

/**
 * Limits something by time and by an outer signal. A separate signal, because outer ones may live as long as a server.
 */
export function startLimit(ms: number, outer: AbortSignal | undefined, startTimer: StartTimer): Limit {
  const controller = new AbortController()
  const passOn = () => controller.abort(outer?.reason)
  // The awaited work keeps the process alive as long as it has something to wait for.
  const stopTimer = startTimer(ms, () => controller.abort(new TimeUp(ms)), false)
  if (outer?.aborted) passOn()
  else outer?.addEventListener('abort', passOn, { once: true })
  return {
    signal: controller.signal,
    release() {
      stopTimer()
      outer?.removeEventListener('abort', passOn)
    },
  }
}

/** Waits for a promise, but no longer than the signal allows: not everything that should listen to one does. */
export function withinLimit<Value>(pending: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason as Error)
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true })
    pending.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}

/** Waits for some time; rejects with the signal's reason if that comes first. */
export function wait(ms: number, signal: AbortSignal, startTimer: StartTimer): Promise<void> {
  let stopTimer = () => {}
  const pending = new Promise<void>((resolve) => (stopTimer = startTimer(ms, resolve, true)))
  return withinLimit(pending, signal).finally(() => stopTimer())
}
