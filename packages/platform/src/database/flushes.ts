import { DatabaseBusyError, DISK_IS_SLOW, LostFlushError, SlowFlushError } from './database-errors.ts'
import { type End, promiseEnd } from './promise-end.ts'

/**
 * A disk takes a commit within milliseconds, and within a second while another program fills it. After five, the limit of a silent server as
 * well, clients hear that the outcome is unknown, before they give up themselves.
 */
const SLOW_MS = 5_000

export interface FlushesOptions {
  /** Resolves when all that was written before is on the disk. */
  readonly flush: () => Promise<void>
  /** Hears of the one flush that fails: no other is begun after it. */
  readonly onFailure: (failure: LostFlushError) => void
}

/** Who lets works gather for the next flush. */
export interface FlushAttendant {
  /** A flush has ended, however it ended, and the next one is not begun. */
  onEnd(): void
  /** The flush under way takes too long. */
  onSlow(): void
}

/**
 * Waits for the disk without letting the process wait: one flush at a time, which everything shares that was committed
 * before it began.
 *
 * A flush that takes too long is told as unknown, and goes on: only its own end says what the disk has.
 *
 * @decision 0120
 */
export class Flushes {
  readonly #options: FlushesOptions
  #attendant: FlushAttendant | null = null
  #isUnderWay = false
  #isSlow = false
  /** Of the flush under way. */
  #told: End = promiseEnd()
  /** Of the one that begins when the one under way has ended. */
  #next: End | null = null
  /** The last that was asked for. */
  #last: Promise<void> = Promise.resolve()
  #idle: End | null = null
  #failure: LostFlushError | null = null
  /** One for all flushes: a timer for each would be paid by every purchase. */
  #watch: NodeJS.Timeout | null = null

  constructor(options: FlushesOptions) {
    this.#options = options
  }

  get isUnderWay(): boolean {
    return this.#isUnderWay
  }

  /** Tells what happens, from now on. */
  attend(attendant: FlushAttendant): void {
    this.#attendant = attendant
  }

  /**
   * Resolves once all that was committed until now is on the disk.
   *
   * @throws {@link LostFlushError} After a flush that failed, too: the system may have dropped what it could not write.
   * @throws {@link SlowFlushError} When that takes too long: it may be on the disk later.
   */
  begin(): Promise<void> {
    if (this.#next) return this.#next.promise
    const told = promiseEnd()
    this.#last = told.promise
    if (!this.#isUnderWay) this.#run(told)
    else {
      this.#next = told
      if (this.#isSlow) told.reject(new SlowFlushError())
    }
    return told.promise
  }

  /** Resolves once all is on the disk whose flush was asked for. @throws as {@link begin} does. */
  ended(): Promise<void> {
    return this.#failure ? Promise.reject(this.#failure) : this.#last
  }

  /** Resolves when no flush is under way, and none waits. */
  finished(): Promise<void> {
    if (!this.#isUnderWay) return Promise.resolve()
    this.#idle ??= promiseEnd()
    return this.#idle.promise
  }

  /**
   * Refuses what has not begun: what it reads or writes could not be told.
   *
   * @throws After a flush that failed, and during one that takes too long.
   */
  refuseWork(): void {
    if (this.#failure) throw this.#failure
    if (this.#isSlow) throw new DatabaseBusyError(DISK_IS_SLOW)
  }

  #run(told: End): void {
    if (this.#failure) return told.reject(this.#failure)
    this.#told = told
    this.#isUnderWay = true
    this.#watchTime()
    this.#options.flush().then(
      () => {
        this.#end()
        told.resolve()
        this.#goOn()
      },
      (error: unknown) => {
        this.#end()
        this.#failure = new LostFlushError(error)
        this.#options.onFailure(this.#failure)
        told.reject(this.#failure)
        this.#goOn()
      },
    )
  }

  #end(): void {
    this.#isUnderWay = false
    if (!this.#isSlow) return
    this.#isSlow = false
    // Who waited was told that it took too long; who comes now waits anew.
    if (this.#next) this.#next = promiseEnd()
    this.#last = this.#next?.promise ?? Promise.resolve()
  }

  #goOn(): void {
    this.#attendant?.onEnd()
    const next = this.#next
    this.#next = null
    if (next) this.#run(next)
    if (this.#isUnderWay) return
    this.#idle?.resolve()
    this.#idle = null
  }

  #watchTime(): void {
    if (this.#watch) this.#watch.refresh()
    else {
      this.#watch = setTimeout(() => {
        const told = this.#told
        // After the events that came meanwhile: a process that stood still itself knows nothing of the disk.
        setImmediate(() => this.#tellSlow(told))
      }, SLOW_MS)
      // A waiting timer alone must not keep a stopping process alive.
      this.#watch.unref()
    }
  }

  #tellSlow(told: End): void {
    if (!this.#isUnderWay || told !== this.#told) return
    this.#isSlow = true
    told.reject(new SlowFlushError())
    this.#next?.reject(new SlowFlushError())
    this.#attendant?.onSlow()
  }
}
