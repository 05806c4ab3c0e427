const waiting = new WeakMap<object, (() => void)[]>()

/**
 * Runs a callback after the commit, and never after a rollback. Nothing may depend on it: the process can end in
 * between, and its failure does not reach the caller, because the commit remains valid.
 *
 * @param trx - the transaction that {@link createTransact} gave.
 */
export function afterCommit(trx: object, run: () => void): void {
  waiting.set(trx, [...(waiting.get(trx) ?? []), run])
}

/** Runs the functions that waited for this commit. */
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
