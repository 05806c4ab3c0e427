import { createHash } from 'node:crypto'

import type { Timers } from '@sluice/platform/kernel/timers'

import type { NamedRandom } from './named-random.ts'
import { untilQuiet } from './until-quiet.ts'

/**
 * A nap is a timer of a process between two looks for work: most find none. A pause stands in the middle of what a process
 * does, and brings no news.
 */
type Kind = 'news' | 'nap' | 'pause'

/** Something that goes on when its turn comes. */
interface Turn {
  /** Whose it is: what has ended gets no turn any more. */
  readonly owner: string
  readonly what: string
  readonly atMs: number
  readonly kind: Kind
  /** Of those that are due, the one with the lowest goes on. */
  readonly rank: number
  readonly go: () => void
}

/** As long as the gateway's loops rest between two looks for work: these may come late. */
const SHORT_MS = 10_000

/** As long as they rest between two looks for what has expired, the longest of all. */
const NAP_MAX_MS = 60_000

/** So many naps in a row after which nothing had changed are a rest. What has not looked yet is due behind it. */
const NAPS_OF_A_REST = 10

/** At most so long nothing is looked for in a rest: as long as a process may be stopped. */
const REST_MAX_MS = 30_000

/** More are not kept; a failure shows the last. */
const REMEMBERED_MAX = 400

/**
 * Time, and the order of everything that waits: one thing goes on at a time, and time passes only when nothing is due. Who
 * goes first among those that are due is drawn by their names.
 */
export class Scheduler {
  nowMs: number
  /** How many times its length a short timer may be late: a process does not always get the processor. */
  lateness = 0
  /** How many turns were taken. */
  steps = 0
  /** The last that happened, for people. */
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

  /** Over everything that happened so far, in its order. */
  get digest(): string {
    return this.#digest.copy().digest('hex')
  }

  /** Waits for a turn that comes after `ms` at the earliest. */
  wait(owner: string, what: string, ms = 0): Promise<void> {
    if (this.#isOver) return Promise.resolve()
    return new Promise((resolve) => void this.#add(owner, what, ms, resolve))
  }

  /** Lets others have their turn in the middle of what a process does. */
  pause(owner: string, what: string): Promise<void> {
    if (this.#isOver) return Promise.resolve()
    return new Promise((resolve) => void this.#add(owner, what, 0, resolve, 'pause'))
  }

  /** Timers of a process. They never wake one that has ended, unless they are called off. */
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

  /** Nothing of this owner gets a turn any more. */
  stop(owner: string): void {
    this.#stopped.add(owner)
  }

  hasStopped(owner: string): boolean {
    return this.#stopped.has(owner)
  }

  /** The scenario is over: all go on at once, and nothing waits any more but for its end. */
  end(): void {
    this.#isOver = true
    this.#endAll()
    for (const { go } of this.#waiting.splice(0)) go()
  }

  /** Becomes part of the history. */
  absorb(line: string): void {
    this.#digest.update(`${line}\n`)
  }

  /** Writes down what happened. */
  note(line: string): void {
    this.absorb(line)
    this.recent.push(line)
    if (this.recent.length > REMEMBERED_MAX) this.recent.shift()
  }

  /** Lets time pass, with everything that becomes due by that still waiting. */
  jump(ms: number): void {
    this.nowMs += ms
    this.note(`${ms} ms pass`)
  }

  /** Nothing waits but the looks of processes for work. */
  get isCalm(): boolean {
    return this.#othersThanNaps().length === 0
  }

  /** While nothing but naps is due and nothing changes, time passes faster: the process is late for all of them. */
  rest(hasChanged: boolean): void {
    if (hasChanged) this.#naps = 0
    if (this.#naps < NAPS_OF_A_REST) return
    this.#naps = 0
    const untilMs = Math.min(this.nowMs + REST_MAX_MS, ...this.#othersThanNaps().map(({ atMs }) => atMs))
    if (untilMs > this.nowMs) this.jump(untilMs - this.nowMs)
  }

  /** Gives one its turn and waits until nothing moves. False when nothing waits. */
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

  /** Only of short ones: what waits for a minute is late enough when it comes. */
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
