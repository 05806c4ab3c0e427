import { LostFlushError } from './database-errors.ts'

/**
 * Waits for the disk without letting the process wait: one flush at a time, which everything shares that was committed
 * before it began.
 */
export class Flushes {
  readonly #flush: () => Promise<void>
  readonly #onFailure: (failure: LostFlushError) => void
  #isUnderWay = false
  /** The last that was asked for. */
  #last: Promise<void> = Promise.resolve()
  /** Begins when the one under way has ended. */
  #next: Promise<void> | null = null
  #failure: LostFlushError | null = null

  /**
   * @param flush - resolves when all that was written before is on the disk.
   * @param onFailure - hears of the one flush that fails: no other is begun after it.
   */
  constructor(flush: () => Promise<void>, onFailure: (failure: LostFlushError) => void) {
    this.#flush = flush
    this.#onFailure = onFailure
  }

  get isUnderWay(): boolean {
    return this.#isUnderWay
  }

  /**
   * Resolves once all that was committed until now is on the disk.
   *
   * @throws {@link LostFlushError} After a flush that failed, too: the system may have dropped what it could not write.
   */
  begin(): Promise<void> {
    if (this.#next) return this.#next
    if (!this.#isUnderWay) this.#last = this.#run()
    else
      this.#last = this.#next = this.#last
        .catch(() => undefined)
        .then(() => {
          this.#next = null
          return this.#run()
        })
    // A work that has to know waits for this; there may be none.
    this.#last.catch(() => undefined)
    return this.#last
  }

  /** Resolves once all is on the disk whose flush was asked for. @throws as {@link begin} does. */
  ended(): Promise<void> {
    return this.#last
  }

  /** @throws After a flush that failed. */
  refuseAfterFailure(): void {
    if (this.#failure) throw this.#failure
  }

  async #run(): Promise<void> {
    this.refuseAfterFailure()
    this.#isUnderWay = true
    try {
      await this.#flush()
    } catch (error) {
      this.#failure = new LostFlushError(error)
      this.#onFailure(this.#failure)
      throw this.#failure
    } finally {
      this.#isUnderWay = false
    }
  }
}
