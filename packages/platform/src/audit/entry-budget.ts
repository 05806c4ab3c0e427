/** How many entries may be written in one window of time. */
export interface EntryBudget {
  /**
   * Takes one entry out of the budget.
   *
   * @param owners - each of them has a share; the entry counts for all of them.
   * @returns how many entries were left out since the last that was taken; null when this one is to be left out as well.
   */
  take(nowMs: number, owners: readonly string[]): number | null
}

/**
 * Makes a budget of which nobody gets everything. Memory is bounded: owners are remembered for entries that were taken,
 * until the window ends.
 *
 * @param limits - `all`: entries in a window; `share`: of them, those of one owner.
 */
export function createEntryBudget(
  windowMs: number,
  limits: { readonly all: number; readonly share: number },
): EntryBudget {
  const shares = new Map<string, number>()
  let startMs = 0
  let taken = 0
  let left = 0
  return {
    take(nowMs, owners) {
      if (nowMs - startMs >= windowMs) {
        startMs = nowMs
        taken = 0
        shares.clear()
      }
      if (taken === limits.all || owners.some((owner) => shares.get(owner) === limits.share)) {
        left += 1
        return null
      }
      taken += 1
      for (const owner of owners) shares.set(owner, (shares.get(owner) ?? 0) + 1)
      const earlier = left
      left = 0
      return earlier
    },
  }
}
