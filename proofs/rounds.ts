/** Lets many works wait for the same moment, and says when none of them has anything else to do. */
export class Rounds {
  #working = 0
  #waiting: (() => void)[] = []
  #onIdle: (() => void)[] = []

  /** Begins a work. */
  run(work: () => Promise<unknown>): Promise<void> {
    this.#working += 1
    return work().then(
      () => this.#rest(),
      (error: unknown) => {
        this.#rest()
        throw error
      },
    )
  }

  /** Waits, within a work, for the next round. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(() => {
        this.#working += 1
        resolve()
      })
      this.#rest()
    })
  }

  /** Settles when every work is done or waits; says how many wait. */
  async idle(): Promise<number> {
    if (this.#working > 0) await new Promise<void>((resolve) => this.#onIdle.push(resolve))
    return this.#waiting.length
  }

  /** The next round begins. */
  begin(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  #rest(): void {
    this.#working -= 1
    if (this.#working === 0) for (const resolve of this.#onIdle.splice(0)) resolve()
  }
}
