/** Wakes those who wait for a transaction, when its webhook arrives in the same process. */
export interface TransactionNotifier {
  /** Reports news of a transaction. */
  notify(id: string): void
  /** @returns what ends the subscription. */
  subscribe(id: string, wake: () => void): () => void
}

/**
 * Creates the link between a webhook receiver and `client.transactions.awaitFinal`: the return page need not wait for
 * its next question when the webhook is faster.
 *
 * @example
 * ```ts
 * const notifier = createTransactionNotifier()
 * const onEvent = (event) => isTransactionEvent(event) && notifier.notify(event.payload.id)
 * const end = await client.transactions.awaitFinal(id, { notifier })
 * ```
 */
export function createTransactionNotifier(): TransactionNotifier {
  const waiting = new Map<string, Set<() => void>>()
  return {
    notify(id) {
      for (const wake of [...(waiting.get(id) ?? [])]) wake()
    },
    subscribe(id, wake) {
      const sleepers = waiting.get(id) ?? new Set()
      waiting.set(id, sleepers.add(wake))
      return () => {
        sleepers.delete(wake)
        if (sleepers.size === 0 && waiting.get(id) === sleepers) waiting.delete(id)
      }
    },
  }
}
