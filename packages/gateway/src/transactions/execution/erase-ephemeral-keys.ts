import type { Clock } from '@sluice/platform/kernel/clock'
import type { EphemeralSecrets } from '@sluice/platform/secrets/ephemeral-secrets'

import type { PendingAuthentication, TransactionStore } from './execution-records.ts'
import { transactionOfEphemeralName, ephemeralNameOf } from './ephemeral-name.ts'

/** Longer than the commit after `keep` may take, conflicts and retries included. */
const COMMITTED_WITHIN_MS = 15_000

/** The dependencies of the erasure. */
export interface ErasurePorts {
  readonly ephemeralSecrets: Pick<EphemeralSecrets, 'erase'>
  /** The commit has already succeeded; the sweep retries the deletion. */
  readonly onError: (error: unknown) => void
}

/**
 * Erases the ephemeral key of an attempt after the commit that erases its card, or that begins the next attempt: from then
 * on the log, the archive and every backup of the database open nothing of it.
 */
export function eraseKeysWithCards(store: TransactionStore, ports: ErasurePorts): TransactionStore {
  return {
    ...store,
    async commit(change) {
      const { from, to } = change
      const committed = await store.commit(change)
      if (committed !== null && leavesCard(from, to))
        await ports.ephemeralSecrets.erase(ephemeralNameOf(from)).catch(ports.onError)
      return committed
    },
  }
}

/** Returns whether a card was sealed for the attempt before, and no longer is. */
function leavesCard(
  from: Pick<PendingAuthentication, 'sealedCard' | 'attemptId'>,
  to: Pick<PendingAuthentication, 'sealedCard' | 'attemptId'>,
): boolean {
  return from.sealedCard !== null && (to.sealedCard === null || to.attemptId !== from.attemptId)
}

/**
 * Erases the ephemeral keys of attempts without a card, whose process died between the commit and the erasure, or
 * before the commit. Returns how many.
 */
export async function sweepEphemeralKeys(
  {
    ephemeralSecrets,
    store,
    realTime,
  }: {
    readonly ephemeralSecrets: Pick<EphemeralSecrets, 'erase' | 'listNames'>
    readonly store: Pick<TransactionStore, 'listWithCard'>
    /** The machine's time. */
    readonly realTime: Clock
  },
  keptForMs = COMMITTED_WITHIN_MS,
): Promise<number> {
  const names = await ephemeralSecrets.listNames(realTime.now() - keptForMs)
  const waiting = await store.listWithCard([...new Set(names.map(transactionOfEphemeralName))])
  const needed = new Set(waiting.map(ephemeralNameOf))
  const orphans = names.filter((name) => !needed.has(name))
  for (const name of orphans) await ephemeralSecrets.erase(name)
  return orphans.length
}
