import type { Clock } from '../../kernel/clock.ts'
import type { VolatileSecrets } from '../../platform/secrets/volatile-secrets.ts'
import type { TransactionStore } from './execution-records.ts'

/** Longer than the commit after `keep` may take, conflicts and retries included. */
const COMMITTED_WITHIN_MS = 15_000

/** What erasing takes. */
export interface ErasurePorts {
  readonly volatileSecrets: Pick<VolatileSecrets, 'erase'>
  /** The commit stands; the sweep tries again. */
  readonly onError: (error: unknown) => void
}

/**
 * Erases the volatile key of a transaction after the commit that erases its card: from then on the log, the archive and
 * every backup of the database open nothing of it.
 */
export function eraseKeysWithCards(store: TransactionStore, ports: ErasurePorts): TransactionStore {
  return {
    ...store,
    async commit(change) {
      const { from, to } = change
      const committed = await store.commit(change)
      if (committed !== null && from.sealedCard !== null && to.sealedCard === null)
        await ports.volatileSecrets.erase(from.transactionId).catch(ports.onError)
      return committed
    },
  }
}

/**
 * Erases volatile keys whose transaction keeps no card: a process died between the commit and the erasure, or before the
 * commit. Gives how many.
 */
export async function sweepVolatileKeys(
  {
    volatileSecrets,
    store,
    realTime,
  }: {
    readonly volatileSecrets: Pick<VolatileSecrets, 'erase' | 'listNames'>
    readonly store: Pick<TransactionStore, 'listWithCard'>
    /** The machine's time. */
    readonly realTime: Clock
  },
  keptForMs = COMMITTED_WITHIN_MS,
): Promise<number> {
  const names = await volatileSecrets.listNames(realTime.now() - keptForMs)
  const needed = await store.listWithCard(names)
  const orphans = names.filter((name) => !needed.has(name))
  for (const name of orphans) await volatileSecrets.erase(name)
  return orphans.length
}
