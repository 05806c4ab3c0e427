/** The number of answers that are kept. */
const KEPT = 10

/** The answers that took longest. */
export class SlowestAnswers {
  #kept: { readonly ms: number; readonly name: string }[] = []

  note(ms: number, name: string): void {
    if (this.#kept.length === KEPT && ms <= (this.#kept.at(-1)?.ms ?? 0)) return
    this.#kept = [...this.#kept, { ms, name }].sort((one, other) => other.ms - one.ms).slice(0, KEPT)
  }

  /** Returns the slowest first. */
  list(): readonly string[] {
    return this.#kept.map(({ ms, name }) => `${ms.toFixed(1)} ms ${name}`)
  }
}
