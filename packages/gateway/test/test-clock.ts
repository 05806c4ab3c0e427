/** A running clock that can be moved forward. */
export class TestClock {
  #offsetMs = 0
  #heldAtMs: number | null = null

  now(): number {
    return (this.#heldAtMs ?? Date.now()) + this.#offsetMs
  }

  advance(ms: number): void {
    this.#offsetMs += ms
  }

  /** Stands still during the work, so that caches of some seconds do not expire on a slow machine. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    const heldAtMs = Date.now()
    this.#heldAtMs = heldAtMs
    try {
      return await work()
    } finally {
      this.#heldAtMs = null
      this.#offsetMs -= Date.now() - heldAtMs
    }
  }
}
