/** A barrier for many jobs that also reports when every job has finished or waits. */
export class Rounds {
  #working = 0
  #waiting: (() => void)[] = []
  #onIdle: (() => void)[] = []

  /** Starts a job. */
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

  /** Waits, within a job, for the next round. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(() => {
        this.#working += 1
        resolve()
      })
      this.#rest()
    })
  }

  /** Resolves when every job has finished or waits, with the number that wait. */
  async idle(): Promise<number> {
    if (this.#working > 0) await new Promise<void>((resolve) => this.#onIdle.push(resolve))
    return this.#waiting.length
  }

  /** Starts the next round. */
  begin(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  #rest(): void {
    this.#working -= 1
    if (this.#working === 0) for (const resolve of this.#onIdle.splice(0)) resolve()
  }
}
