import type { TransactionEvent } from '@sluice/types'
import { createEventStreamReader } from '@sluice/types/vocabulary'

import { openStream, Refusal } from './ask.ts'

/** Whether the displayed data is up to date. A hidden tab pauses its updates and reports no state. */
export type LiveState = 'live' | 'interrupted'

export interface LiveListener {
  onEvent(event: TransactionEvent): void
  onState(state: LiveState): void
  /** The gateway knows the last event no more: all that is shown may be of another time. */
  onLost(): void
  /** The gateway refused the stream, and would again. */
  onRefusal(refusal: Refusal): void
}

const FIRST_WAIT_MS = 1_000
/** A gateway that is away for long is not pressed. */
const LONGEST_WAIT_MS = 30_000

/**
 * The merchant's events behind one of them, while the page is looked at. A stream that breaks, was never opened, or
 * ended because the tab was hidden resumes after the last event.
 *
 * @see docs/protocol/events.md#event-stream
 */
export class LiveEvents {
  readonly #listener: LiveListener
  readonly #stop = new AbortController()
  #cursor: string
  /** Ends the stream, or the wait before the next one. */
  #turn = new AbortController()

  constructor(after: string, listener: LiveListener) {
    this.#cursor = after
    this.#listener = listener
    const { signal } = this.#stop
    document.addEventListener('visibilitychange', () => this.#turn.abort(), { signal })
    addEventListener('online', () => this.#turn.abort(), { signal })
    addEventListener('offline', () => this.#turn.abort(), { signal })
    void this.#follow()
  }

  stop(): void {
    this.#stop.abort()
    this.#turn.abort()
  }

  async #follow(): Promise<void> {
    let waitMs = FIRST_WAIT_MS
    while (!this.#stop.signal.aborted) {
      this.#turn = new AbortController()
      const { signal } = this.#turn
      if (isHidden()) {
        await passing(null, signal)
        continue
      }
      try {
        await this.#read(signal, () => (waitMs = FIRST_WAIT_MS))
      } catch (error) {
        if (this.#stop.signal.aborted) return
        if (error instanceof Refusal && error.kind === 'not-found') return this.#listener.onLost()
        if (error instanceof Refusal && !PASSING.has(error.kind)) return this.#listener.onRefusal(error)
      }
      if (this.#stop.signal.aborted) return
      if (isHidden()) continue
      this.#listener.onState('interrupted')
      // The signal of the stream may be aborted already, so the wait has a signal of its own.
      this.#turn = new AbortController()
      await passing(waitMs, this.#turn.signal)
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
    }
  }

  async #read(signal: AbortSignal, onPiece: () => void): Promise<void> {
    const body = await openStream(`/api/events?after=${this.#cursor}`, signal)
    const reader = body.pipeThrough(new TextDecoderStream()).getReader()
    const read = createEventStreamReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onPiece()
      for (const { id, data } of read(value)) {
        if (id !== null) this.#cursor = id
        if (data === '') this.#listener.onState('live')
        else this.#listener.onEvent(JSON.parse(data) as TransactionEvent)
      }
    }
  }
}

const isHidden = () => document.visibilityState === 'hidden'

/** Refusals that may be temporary: the stream is opened again. */
const PASSING: ReadonlySet<Refusal['kind']> = new Set(['unavailable', 'limited', 'conflict'])

/** Resolves when the signal aborts, or after this time. */
function passing(ms: number | null, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    if (ms !== null) setTimeout(resolve, ms)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
