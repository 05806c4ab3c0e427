interface Waiting<Item, Result> {
  readonly item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

export interface BatchOptions {
  /** Items of one batch. */
  readonly maxItems: number
  /**
   * Returns whether each item may succeed alone after its batch failed with this error; otherwise all of them count as
   * failed.
   */
  readonly isOfOne: (error: unknown) => boolean
}

/**
 * Processes items that arrived in the meantime together: one batch after the other, and the first item without a wait.
 *
 * @param work - returns a result for each item, in their order.
 */
export function inBatches<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { maxItems, isOfOne }: BatchOptions,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let isWorking = false

  const proceed = async (): Promise<void> => {
    isWorking = true
    while (waiting.length > 0) await finish(waiting.splice(0, maxItems))
    isWorking = false
  }
  const finish = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await work(batch.map(({ item }) => item))
      batch.forEach(({ resolve }, place) => resolve(results[place] as Result))
    } catch (error) {
      if (batch.length > 1 && isOfOne(error)) for (const one of batch) await finish([one])
      else for (const { reject } of batch) reject(error)
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isWorking) void proceed()
    })
}
