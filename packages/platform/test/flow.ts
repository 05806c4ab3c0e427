import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** `up` is from the caller to the called party, `down` is back. */
export const DIRECTIONS = ['up', 'down'] as const

export type Direction = (typeof DIRECTIONS)[number]

/** The faults of a line, by direction. */
export type Faults = Readonly<Partial<Record<Direction, Toxic>>>

/** The fault of one direction of a line. What it does not name goes as always. */
export interface Toxic {
  /** Receives the data instead of its recipient. */
  readonly data?: (flow: Flow, part: Buffer, arrivedAtMs: number) => Promise<void> | void
  /** Called when one side has finished sending. */
  readonly end?: (flow: Flow) => Promise<void> | void
  /** Called when the fault begins, for each existing connection. */
  readonly begin?: (flow: Flow) => Promise<void> | void
  /** The fate of new connections; existing ones break off. Without it, connections succeed. */
  readonly connections?: 'refused' | 'closed'
}

interface FlowOptions {
  readonly toxic: () => Toxic | undefined
  /** Called whenever the toxic had something to do. */
  readonly onTouch: () => void
  /** Aborted when the fault ends. */
  readonly mended: () => AbortSignal
}

/** One way of one connection. Data is processed in its order. */
export class Flow {
  readonly from: Socket
  readonly to: Socket
  /** The other way of the same connection. */
  back: Flow = this
  /** Bytes that have come out. */
  passed = 0
  /** Whether received data was not passed on, and never will be. */
  hasLost = false
  readonly #options: FlowOptions
  #work: Promise<void> = Promise.resolve()

  constructor(from: Socket, to: Socket, options: FlowOptions) {
    this.from = from
    this.to = to
    this.#options = options
  }

  take(part: Buffer): void {
    const arrivedAtMs = performance.now()
    this.#next(
      'data',
      (data) => data(this, part, arrivedAtMs),
      () => this.pass(part),
    )
  }

  takeEnd(): void {
    this.#next(
      'end',
      (end) => end(this),
      () => void this.to.end(),
    )
  }

  /** A fault begins. */
  begin(): void {
    this.#next('begin', (begin) => begin(this))
  }

  pass(part: Buffer): void {
    if (this.to.writableEnded) return this.lose()
    this.passed += part.length
    this.to.write(part)
  }

  lose(): void {
    this.hasLost = true
  }

  /** Answers who sends, in the place of the other side, and ends the connection. */
  answer(text: string): void {
    this.lose()
    this.from.end(text)
    this.to.destroy()
  }

  /** Ends both directions, like a party that has finished sending. */
  close(): void {
    this.from.destroy()
    this.to.destroySoon()
  }

  /** Breaks both directions off without a closing message. */
  reset(): void {
    this.from.resetAndDestroy()
    this.to.resetAndDestroy()
  }

  /** Waits for this time, at most as long as the fault lasts. */
  async rest(ms: number): Promise<void> {
    if (ms > 0) await sleep(ms, undefined, { signal: this.#options.mended() }).catch(() => undefined)
  }

  #next<Name extends 'data' | 'end' | 'begin'>(
    name: Name,
    act: (own: NonNullable<Toxic[Name]>) => Promise<void> | void,
    otherwise?: () => void,
  ): void {
    this.#work = this.#work.then(() => {
      const own = this.#options.toxic()?.[name]
      if (!own) return otherwise?.()
      this.#options.onTouch()
      return act(own)
    })
  }
}
