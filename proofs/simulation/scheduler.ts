import { createHash } from 'node:crypto'

import type { Timers } from '@sluice/platform/kernel/timers'

import type { NamedRandom } from './named-random.ts'
import { untilQuiet } from './until-quiet.ts'

/**
 * A nap is a timer between two polls for work, most of which find none. A pause interrupts the work of a process,
 * and changes nothing.
 */
type Kind = 'news' | 'nap' | 'pause'

/** A task that continues in its turn. */
interface Turn {
  /** The owner, which gets no more turns once it has ended. */
  readonly owner: string
  readonly what: string
  readonly atMs: number
  readonly kind: Kind
  /** Of the tasks that are due, the one with the lowest value continues. */
  readonly rank: number
  readonly go: () => void
}

/** The interval of the gateway's polling loops. These timers may be late. */
const SHORT_MS = 10_000

/** The interval of the gateway's loops that delete expired data, the longest of all. */
const NAP_MAX_MS = 60_000

/** This many naps in a row without a change are an idle period. A loop that has not polled yet comes next. */
const NAPS_OF_A_REST = 10

/** The longest idle period without polls: as long as a process may be stopped. */
const REST_MAX_MS = 30_000

/** The number of kept steps, which a failure shows. */
const REMEMBERED_MAX = 400

/**
 * Simulates time, and orders all waiting tasks: one task runs at a time, and time passes only if none is due. Among
 * the due tasks, the order is drawn by their names.
 */
export class Scheduler {
  nowMs: number
  /**
   * The maximum delay of a short timer, as a multiple of its length, because a process does not always get the
   * processor.
   */
  lateness = 0
  /** The number of turns so far. */
  steps = 0
  /** The last steps, for people. */
  readonly recent: string[] = []
  readonly #randomness: NamedRandom
  readonly #digest = createHash('sha256')
  readonly #stopped = new Set<string>()
  #waiting: Turn[] = []
  #naps = 0
  #isOver = false
  #endAll = (): void => undefined
  /** Resolves when the scenario is over. */
  readonly over = new Promise<void>((resolve) => (this.#endAll = resolve))

  constructor(randomness: NamedRandom, nowMs: number) {
    this.#randomness = randomness
    this.nowMs = nowMs
  }

  /** The digest of everything that happened so far, in its order. */
  get digest(): string {
    return this.#digest.copy().digest('hex')
  }

  /** Waits for a turn after at least `ms`. */
  wait(owner: string, what: string, ms = 0): Promise<void> {
    if (this.#isOver) return Promise.resolve()
    return new Promise((resolve) => void this.#add(owner, what, ms, resolve))
  }

  /** Yields to other tasks in the middle of a process's work. */
  pause(owner: string, what: string): Promise<void> {
    if (this.#isOver) return Promise.resolve()
    return new Promise((resolve) => void this.#add(owner, what, 0, resolve, 'pause'))
  }

  /** The timers of a process. They never wake a process that has ended. */
  timersOf(owner: string): Timers {
    return {
      sleep: (ms, signal) =>
        new Promise((resolve) => {
          if (signal?.aborted) return resolve()
          const wake = (): void => {
            signal?.removeEventListener('abort', wake)
            this.#waiting = this.#waiting.filter((turn) => turn !== own)
            resolve()
          }
          const own = this.#add(
            owner,
            `wakes after ${ms} ms`,
            ms + this.#drawDelay(owner, ms),
            wake,
            ms <= NAP_MAX_MS ? 'nap' : 'news',
          )
          signal?.addEventListener('abort', wake)
        }),
    }
  }

  /** The owner gets no more turns. */
  stop(owner: string): void {
    this.#stopped.add(owner)
  }

  hasStopped(owner: string): boolean {
    return this.#stopped.has(owner)
  }

  /** The scenario is over: all tasks continue at once, and wait only for its end. */
  end(): void {
    this.#isOver = true
    this.#endAll()
    for (const { go } of this.#waiting.splice(0)) go()
  }

  /** Adds a step to the history. */
  absorb(line: string): void {
    this.#digest.update(`${line}\n`)
  }

  /** Records a step. */
  note(line: string): void {
    this.absorb(line)
    this.recent.push(line)
    if (this.recent.length > REMEMBERED_MAX) this.recent.shift()
  }

  /** Lets time pass, and runs everything that becomes due. */
  jump(ms: number): void {
    this.nowMs += ms
    this.note(`${ms} ms pass`)
  }

  /** Only polling loops are waiting. */
  get isCalm(): boolean {
    return this.#othersThanNaps().length === 0
  }

  /** While only naps are due and nothing changes, time passes faster, as if the process were late for all of them. */
  rest(hasChanged: boolean): void {
    if (hasChanged) this.#naps = 0
    if (this.#naps < NAPS_OF_A_REST) return
    this.#naps = 0
    const untilMs = Math.min(this.nowMs + REST_MAX_MS, ...this.#othersThanNaps().map(({ atMs }) => atMs))
    if (untilMs > this.nowMs) this.jump(untilMs - this.nowMs)
  }

  /** Gives one task its turn and waits until nothing runs. Returns false if no task waits. */
  async step(): Promise<boolean> {
    const next = this.#choose()
    if (next === null) return false
    this.nowMs = Math.max(this.nowMs, next.atMs)
    this.#waiting = this.#waiting.filter((turn) => turn !== next)
    this.steps += 1
    if (next.kind === 'nap') this.#naps += 1
    else if (next.kind === 'news') this.#naps = 0
    this.note(`${this.nowMs} ${next.owner}: ${next.what}`)
    next.go()
    await untilQuiet()
    return true
  }

  #othersThanNaps(): readonly Turn[] {
    return this.#waiting.filter(({ kind, owner }) => kind !== 'nap' && !this.#stopped.has(owner))
  }

  /** Applies only to short timers, because a delay of a minute is long enough. */
  #drawDelay(owner: string, ms: number): number {
    if (this.lateness === 0 || ms > SHORT_MS) return 0
    return Math.round(this.#randomness.of(`delay of ${owner}`).next() * this.lateness * ms)
  }

  #choose(): Turn | null {
    let next: Turn | null = null
    for (const turn of this.#waiting) {
      if (this.#stopped.has(turn.owner)) continue
      if (next === null || this.#isBefore(turn, next)) next = turn
    }
    return next
  }

  #isBefore(one: Turn, other: Turn): boolean {
    const oneMs = Math.max(one.atMs, this.nowMs)
    const otherMs = Math.max(other.atMs, this.nowMs)
    return oneMs === otherMs ? one.rank < other.rank : oneMs < otherMs
  }

  #add(owner: string, what: string, ms: number, go: () => void, kind: Kind = 'news'): Turn {
    const rank = this.#randomness.of(`${owner}: ${what}`).next()
    const turn = { owner, what, atMs: this.nowMs + ms, kind, rank, go }
    this.#waiting.push(turn)
    return turn
  }
}
