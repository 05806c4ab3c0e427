import type { Problem } from './emv/check-message.ts'

/** The count of valid messages, and the errors of the others. */
export class Witness {
  readonly counts = new Map<string, number>()
  readonly wrong: { readonly message: string; readonly problems: readonly Problem[] }[] = []

  see(direction: 'request' | 'answer', what: string, problems: readonly Problem[]): void {
    const message = `${direction} ${what.trim()}`
    this.counts.set(message, (this.counts.get(message) ?? 0) + 1)
    if (problems.length > 0) this.wrong.push({ message, problems })
  }

  count(direction: 'request' | 'answer'): number {
    return [...this.counts]
      .filter(([message]) => message.startsWith(direction))
      .reduce((sum, [, count]) => sum + count, 0)
  }

  /** Returns one line for the log of a run. */
  summary(): string {
    return `3dsecure.io by EMVCo’s tables: ${this.count('request')} requests and ${this.count('answer')} answers, ${this.wrong.length} wrong`
  }
}
