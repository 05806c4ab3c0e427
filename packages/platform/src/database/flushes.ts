import { DatabaseBusyError, DISK_IS_SLOW, LostFlushError, SlowFlushError } from './database-errors.ts'
import { type End, promiseEnd } from './promise-end.ts'

/**
 * A disk flushes a commit within milliseconds, and within a second while another program fills it. After five, which is
 * also the limit for an unresponsive server, clients receive an unknown outcome before their own time-out.
 */
const SLOW_MS = 5_000

export interface FlushesOptions {
  /** Resolves when everything written before is on the disk. */
  readonly flush: () => Promise<void>
  /** Called for a failed flush; no other flush begins after it. */
  readonly onFailure: (failure: LostFlushError) => void
}

/** Collects works for the next flush. */
export interface FlushAttendant {
  /** Called after a flush succeeded or failed, before the next one begins. */
  onEnd(): void
  /** Called when the current flush takes too long. */
  onSlow(): void
}

/**
 * Waits for the disk without blocking the process: one flush at a time, shared by all commits that preceded it.
 *
 * A flush that takes too long is reported as unknown and continues: only its end shows what is on the disk.
 *
 * @decision 0120
 */
export class Flushes {
  readonly #options: FlushesOptions
  #attendant: FlushAttendant | null = null
  #isUnderWay = false
  #isSlow = false
  /** The promise of the current flush. */
  #told: End = promiseEnd()
  /** The promise of the next flush, which begins when the current one has ended. */
  #next: End | null = null
  /** The last requested flush. */
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

  /** Sets the callbacks for flushes from now on. */
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

  /** Resolves when all requested flushes have ended. @throws as {@link begin} does. */
  ended(): Promise<void> {
    return this.#failure ? Promise.reject(this.#failure) : this.#last
  }

  /** Resolves when no flush runs or waits. */
  finished(): Promise<void> {
    if (!this.#isUnderWay) return Promise.resolve()
    this.#idle ??= promiseEnd()
    return this.#idle.promise
  }

  /**
   * Refuses work that has not begun, because its outcome could not be reported.
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
        this.#proceed()
      },
      (error: unknown) => {
        this.#end()
        this.#failure = new LostFlushError(error)
        this.#options.onFailure(this.#failure)
        told.reject(this.#failure)
        this.#proceed()
      },
    )
  }

  #end(): void {
    this.#isUnderWay = false
    if (!this.#isSlow) return
    this.#isSlow = false
    // Earlier callers were told that it took too long; new callers wait for the full time again.
    if (this.#next) this.#next = promiseEnd()
    this.#last = this.#next?.promise ?? Promise.resolve()
  }

  #proceed(): void {
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
        // Runs after pending events: a process that was suspended itself learned nothing about the disk.
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
