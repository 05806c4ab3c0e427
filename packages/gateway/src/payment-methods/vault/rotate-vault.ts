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

/** The batch size, so that payments run between batches. */
const BATCH = 100
/** A process may still commit data that it sealed under a retired key, but no request takes that long. */
const RETIRED_GRACE_MS = 3_600_000

/** Replaces the wrapping key: data keys are wrapped again, and records stay as they are. */
export async function rotateVaultKek({ rotation }: Pick<VaultRotationPorts, 'rotation'>): Promise<{
  readonly rewrapped: number
  readonly destroyed: number
}> {
  await rotation.prepareKek()
  await rotation.activateKek()
  const rewrapped = await repeat(() => rotation.rewrapDeks(BATCH))
  return { rewrapped, destroyed: await rotation.destroyKeks() }
}

/** Seals every record again under a new data key. {@link finishVaultRotation} destroys the old keys later. */
export async function rotateVaultKeys(
  ports: VaultRotationPorts,
): Promise<{ readonly retired: number; readonly sealed: number; readonly destroyed: number }> {
  const retired = await ports.rotation.retireDeks()
  const sealed = await repeat(() => sealRetired(ports))
  return { retired, sealed, destroyed: await destroyRetired(ports) }
}

/** Finishes an interrupted change of keys, and returns how much it did. */
export async function finishVaultRotation(ports: VaultRotationPorts): Promise<number> {
  return (await sealRetired(ports)) + (await destroyRetired(ports))
}

/** Updates each record separately, if it has not changed since it was read, so that an interruption loses nothing. */
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
