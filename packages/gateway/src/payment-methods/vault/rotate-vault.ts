import type { Clock } from '@sluice/platform/kernel/clock'

import type { SavedCardStore } from '../saved-card.store.ts'
import type { VaultKeyRotation } from './vault-keys.ts'
import type { Vault } from './vault.ts'

export interface VaultRotationPorts {
  readonly rotation: VaultKeyRotation
  readonly store: Pick<SavedCardStore, 'listRetired' | 'replaceNumber'>
  readonly vault: Vault
  readonly clock: Clock
}

/** Payments get their turn between batches. */
const BATCH = 100
/** A process may still be about to commit what it sealed under a retired key; no request takes that long. */
const RETIRED_GRACE_MS = 3_600_000

/** Puts a new wrapping key in the place of the old one: data keys are wrapped anew, records stay as they are. */
export async function rotateVaultKek({ rotation }: Pick<VaultRotationPorts, 'rotation'>): Promise<{
  readonly rewrapped: number
  readonly destroyed: number
}> {
  await rotation.prepareKek()
  await rotation.activateKek()
  const rewrapped = await repeat(() => rotation.rewrapDeks(BATCH))
  return { rewrapped, destroyed: await rotation.destroyKeks() }
}

/** Seals every record under a new data key. The old keys are destroyed later: {@link finishVaultRotation}. */
export async function rotateVaultKeys(
  ports: VaultRotationPorts,
): Promise<{ readonly retired: number; readonly sealed: number; readonly destroyed: number }> {
  const retired = await ports.rotation.retireDeks()
  const sealed = await repeat(() => sealRetired(ports))
  return { retired, sealed, destroyed: await destroyRetired(ports) }
}

/** Finishes what a change of keys left behind; gives how much it did. */
export async function finishVaultRotation(ports: VaultRotationPorts): Promise<number> {
  return (await sealRetired(ports)) + (await destroyRetired(ports))
}

/** Each record changes by itself, if it is still the one that was read: stopping loses nothing. */
async function sealRetired({ store, vault }: VaultRotationPorts): Promise<number> {
  const retired = await store.listRetired(BATCH)
  for (const stored of retired) {
    const { merchantId, paymentMethodId, record } = stored
    const place = { merchantId, paymentMethodId, field: 'number' } as const
    await store.replaceNumber(stored, await vault.seal(place, await vault.open(place, record)))
  }
  return retired.length
}

function destroyRetired({ rotation, clock }: VaultRotationPorts): Promise<number> {
  return rotation.destroyDeks(clock.now() - RETIRED_GRACE_MS)
}

async function repeat(work: () => Promise<number>): Promise<number> {
  let total = 0
  for (;;) {
    const done = await work()
    if (done === 0) return total
    total += done
  }
}
