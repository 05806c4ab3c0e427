const waiting = new WeakMap<object, (() => void)[]>()

/**
 * Runs something once the commit is through, and never if it is rolled back. Nothing may depend on it: the process can
 * end in between, and when it fails the caller is not told, for what was committed stays so.
 *
 * @param trx - the transaction that {@link createTransact} gave.
 */
export function afterCommit(trx: object, run: () => void): void {
  waiting.set(trx, [...(waiting.get(trx) ?? []), run])
}

/** What waited for this commit. */
export function runAfterCommit(trx: object): void {
  const runs = waiting.get(trx) ?? []
  waiting.delete(trx)
  for (const run of runs) {
    try {
      run()
    } catch {
      // A caller that got this error would take the commit for one that failed, and try it again.
    }
  }
}
