import type { Random } from '@sluice/platform/kernel/random'
import { Secret } from '@sluice/platform/kernel/secret'
import { openBytes, sealBytes } from '@sluice/platform/crypto/aead'

import type { VaultKeys } from './vault-keys.ts'

/** The owner and the name of a secret. A secret that is moved to another row does not open there. */
export interface VaultPlace {
  readonly merchantId: string
  readonly paymentMethodId: string
  readonly field: 'number'
}

/** A secret as stored in the database. */
export interface SealedRecord {
  readonly dekId: string
  readonly sealed: Buffer
}

/** Seals secrets under keys that are stored wrapped. @see docs/operations/storage.md#vault */
export interface Vault {
  seal(place: VaultPlace, text: Secret<string>): Promise<SealedRecord>
  open(place: VaultPlace, record: SealedRecord): Promise<Secret<string>>
}

export function createVault(keys: VaultKeys, random: Random): Vault {
  return {
    async seal(place, text) {
      const { id, key } = await keys.findCurrent(place.merchantId)
      const plain = Buffer.from(text.reveal(), 'utf8')
      try {
        return { dekId: id, sealed: sealBytes(key.reveal(), plain, aadOf(place, id), random) }
      } finally {
        plain.fill(0)
      }
    },
    async open(place, { dekId, sealed }) {
      const { key } = await keys.find(place.merchantId, dekId)
      const plain = openBytes(key.reveal(), sealed, aadOf(place, dekId))
      try {
        return new Secret(plain.toString('utf8'))
      } finally {
        plain.fill(0)
      }
    },
  }
}

function aadOf({ merchantId, paymentMethodId, field }: VaultPlace, dekId: string): string {
  return [merchantId, paymentMethodId, field, dekId].join('|')
}
