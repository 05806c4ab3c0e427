/** Limits the number of entries in one window of time. */
export interface EntryBudget {
  /**
   * Takes one entry out of the budget.
   *
   * @param owners - each of them has a share; the entry counts for all of them.
   * @returns the number of entries that were dropped since the last accepted one; null if this one must be dropped as
   *   well.
   */
  take(nowMs: number, owners: readonly string[]): number | null
}

/**
 * Creates a budget that no single owner can exhaust. Memory is bounded: it stores owners only for accepted entries,
 * until the window ends.
 *
 * @param limits - `all`: entries in a window; `share`: the maximum of one owner.
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
